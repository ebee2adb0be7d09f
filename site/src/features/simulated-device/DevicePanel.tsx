import React, { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import type { DeviceState } from '@anedya-docs/simulated-device';
import type { Greenhouse, GreenhouseState } from './greenhouse';

const degrees = { low: -10, high: 50 };
const tube = { top: 72, bottom: 150 };

/** Height of the column of the thermometer. */
function columnTop(temperature: number): number {
  const part = (temperature - degrees.low) / (degrees.high - degrees.low);
  return tube.bottom - Math.min(1, Math.max(0, part)) * (tube.bottom - tube.top);
}

/** A plant at a position on the ground. */
function Plant({ x, size }: { readonly x: number; readonly size: number }): ReactNode {
  return (
    <g className="device__plant" transform={`translate(${x} 176) scale(${size})`}>
      <path d="M0 0V-34" />
      <path className="device__leaf" d="M0-12C-14-12-18-22-18-26C-8-26 0-22 0-12Z" />
      <path className="device__leaf" d="M0-20C13-20 17-30 17-34C8-34 0-30 0-20Z" />
      <path className="device__leaf" d="M0-32C-7-38-6-46 0-52C6-46 7-38 0-32Z" />
    </g>
  );
}

/** The greenhouse. The values are next to it as text. */
function Drawing({ device }: { readonly device: DeviceState | undefined }): ReactNode {
  const { temperature = 22, door_state, lamp, pump } = device?.readings ?? {};
  const isOn = device?.power === 'on';
  const top = columnTop(temperature);
  const label = `Greenhouse: door ${door_state ?? 'closed'}, lamp ${lamp ?? 'off'}, pump ${pump ?? 'off'}.`;
  return (
    <svg
      className={`device__drawing${isOn ? ' device__drawing--on' : ''}`}
      viewBox="0 0 320 196"
      role="img"
      aria-label={label}
    >
      <path className="device__ground" d="M6 176H314" />
      <path className="device__glass" d="M48 176V92L140 38L232 92V176Z" />
      {lamp === 'on' && <path className="device__light" d="M128 74H152L190 176H90Z" />}
      <Plant x={78} size={0.95} />
      <Plant x={112} size={1.25} />
      <Plant x={152} size={1.1} />
      <path
        className="device__frame"
        d="M48 176V92L140 38L232 92V176M48 92H232M94 65V92M186 65V92M140 38V58"
      />
      <path className={`device__lamp device__lamp--${lamp ?? 'off'}`} d="M132 58H148L154 74H126Z" />
      {door_state === 'open' ? (
        <path className="device__door" d="M192 176V112L214 120V188Z" />
      ) : (
        <path className="device__door" d="M192 176V112H222V176Z" />
      )}
      <path className="device__pipe" d="M276 138V84H64" />
      <rect className="device__pump" x="258" y="138" width="38" height="38" rx="6" />
      <circle
        className={`device__wheel device__wheel--${pump ?? 'off'}`}
        cx="277"
        cy="157"
        r="10"
      />
      {pump === 'on' && (
        <path
          className="device__drops"
          d="M72 92v8M104 92v8M168 92v8M88 104v8M120 104v8M152 104v8"
        />
      )}
      <rect className="device__tube" x="20" y="66" width="10" height="96" rx="5" />
      <circle className="device__bulb" cx="25" cy="160" r="9" />
      <path className="device__column" d={`M25 160V${top.toFixed(1)}`} />
      <path className="device__frame" d="M232 92V46" />
      <circle className="device__led" cx="232" cy="44" r="4.5" />
      {isOn && (
        <path className="device__waves" d="M242 36a12 12 0 0 1 0 16M249 30a21 21 0 0 1 0 28" />
      )}
    </svg>
  );
}

interface Props {
  readonly greenhouse: Greenhouse;
  readonly state: GreenhouseState;
  /** What the page is waiting for, as a sentence. */
  readonly wait: string | undefined;
}

/** State of the device as a sentence. */
function powerText({ device, isStarting }: GreenhouseState, wait: string | undefined): string {
  if (isStarting) return wait ?? 'Opening a sandbox project…';
  switch (device?.power) {
    case 'connecting':
      return 'Connecting…';
    case 'on':
      return `Running with firmware ${device.firmware}.`;
    case 'unplugged':
      return 'Unplugged: the connection broke without DISCONNECT.';
    case 'lost':
      return 'Not connected.';
    default:
      return device ? 'Stopped: the device disconnected.' : 'Not started.';
  }
}

/** Time between two heartbeats, in seconds. */
const beat = 5;

/** Milliseconds since 1970, updated every second while a condition holds. */
function useNow(isActive: boolean): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!isActive) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isActive]);
  return now;
}

/** How long ago the platform accepted a heartbeat, and how many are missing since. */
function Heartbeats({ device }: { readonly device: DeviceState }): ReactNode {
  const { heartbeatAt } = device;
  const now = useNow(heartbeatAt !== undefined);
  if (heartbeatAt === undefined) return 'none';
  const age = Math.max(0, Math.round((now - heartbeatAt) / 1000));
  const missed = device.power === 'on' ? 0 : Math.floor(age / beat);
  const missedText = missed === 0 ? '' : `, ${missed} missed`;
  return `${age} s ago${missedText}`;
}

interface KnobProps {
  readonly label: string;
  readonly unit: string;
  readonly value: number;
  readonly range: readonly [min: number, max: number, step: number];
  readonly onTurn: (value: number) => void;
}

/** Time after the last movement of a knob until the sensor measures the value, in milliseconds. */
const settleTime = 300;

function Knob({ label, unit, value, range: [min, max, step], onTurn }: KnobProps): ReactNode {
  const id = useId();
  const [draft, setDraft] = useState<number>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const shown = draft ?? value;
  return (
    <div className="device__knob">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        step={step}
        value={shown}
        aria-valuetext={`${shown} ${unit}`}
        onChange={({ target }) => {
          const next = Number(target.value);
          setDraft(next);
          clearTimeout(timer.current);
          timer.current = setTimeout(() => {
            onTurn(next);
            setDraft(undefined);
          }, settleTime);
        }}
      />
      <output htmlFor={id}>{`${shown} ${unit}`}</output>
    </div>
  );
}

const rows = [
  { variable: 'temperature', name: 'Temperature', unit: ' °C' },
  { variable: 'humidity', name: 'Humidity', unit: ' %' },
  { variable: 'door_state', name: 'Door', unit: '' },
  { variable: 'lamp', name: 'Lamp', unit: '' },
  { variable: 'pump', name: 'Pump', unit: '' },
] as const;

/** Values of the device, and those that the platform has. */
function Values({
  device,
  latest,
}: { readonly device: DeviceState } & Pick<GreenhouseState, 'latest'>) {
  return (
    <table className="device__values">
      <thead>
        <tr>
          <th scope="col">Variable</th>
          <th scope="col">Device</th>
          <th scope="col">Platform</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ variable, name, unit }) => (
          <tr key={variable}>
            <th scope="row">{name}</th>
            <td>{`${device.readings[variable]}${unit}`}</td>
            <td>{latest[variable] === undefined ? '–' : `${latest[variable]}${unit}`}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The greenhouse with its switches, sensors and values. */
export default function DevicePanel({ greenhouse, state, wait }: Props): ReactNode {
  const { device, isStarting, latest } = state;
  const power = device?.power;
  const isRunning = power === 'on' || power === 'connecting';
  const { device: simulated } = greenhouse;
  const button = (name: string, isEnabled: boolean, action: () => void, isMain = false) => (
    <button
      type="button"
      className={isMain ? 'runner__send' : 'runner__quiet'}
      // Not `disabled`: the focus would be lost.
      aria-disabled={!isEnabled}
      onClick={() => isEnabled && action()}
    >
      {name}
    </button>
  );
  return (
    <div className="device__panel">
      <div className="device__view">
        <Drawing device={device} />
        <div className="device__buttons">
          {button('Start', !isRunning && !isStarting, () => void greenhouse.start(), !isRunning)}
          {button('Stop', isRunning, () => greenhouse.end('stop'))}
          {button('Unplug', isRunning, () => greenhouse.end('unplug'))}
        </div>
        <p className="runner__status" role="status">
          {powerText(state, wait)}
        </p>
      </div>
      {device && simulated ? (
        <div className="device__sensors">
          <Values device={device} latest={latest} />
          <Knob
            label="Temperature"
            unit="°C"
            value={device.readings.temperature}
            range={[-10, 50, 0.5]}
            onTurn={(value) => simulated.turn('temperature', value)}
          />
          <Knob
            label="Humidity"
            unit="%"
            value={device.readings.humidity}
            range={[0, 100, 1]}
            onTurn={(value) => simulated.turn('humidity', value)}
          />
          <div className="device__buttons">
            {button(
              device.readings.door_state === 'open' ? 'Close the door' : 'Open the door',
              true,
              () =>
                simulated.turn(
                  'door_state',
                  device.readings.door_state === 'open' ? 'closed' : 'open',
                ),
            )}
          </div>
          <dl>
            <dt>Submits all values every</dt>
            <dd>{device.interval} s</dd>
            <dt>Last accepted heartbeat</dt>
            <dd>
              <Heartbeats device={device} />
            </dd>
          </dl>
        </div>
      ) : (
        <p className="runner__hint">
          The device uses the demo node of the sandbox project of this tab. Start creates a project:
          you need no account and no keys. It connects like your own device, so a device or console
          that uses the same credentials is disconnected.
        </p>
      )}
    </div>
  );
}
