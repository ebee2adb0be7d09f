import React, { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import type { DeviceState } from '@anedya-docs/simulated-device';
import Drawing from './Drawing';
import type { Greenhouse } from './greenhouse';
import type { GreenhouseState } from './state';

interface Props {
  readonly greenhouse: Greenhouse;
  readonly state: GreenhouseState;
  /** What the page is waiting for, as a sentence. */
  readonly wait: string | undefined;
}

/** State of the device that runs the reader's program. */
function programText(power: DeviceState['power'] | undefined): string {
  switch (power) {
    case 'connecting':
      return 'Running your program, not connected.';
    case 'on':
      return 'Running your program.';
    case 'unplugged':
      return 'Running your program without a network.';
    default:
      return 'Your program does not run.';
  }
}

/** State of the device as a sentence. */
function powerText(
  { device, runsProgram, isStarting }: GreenhouseState,
  wait: string | undefined,
): string {
  if (isStarting) return wait ?? 'Opening a sandbox project…';
  if (runsProgram) return programText(device?.power);
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

interface HeartbeatsProps {
  readonly device: DeviceState;
  /** Whether the device sends one every {@link beat} seconds. The reader's program can have another interval. */
  readonly isRegular: boolean;
}

/** How long ago the platform accepted a heartbeat, and how many are missing since. */
function Heartbeats({ device, isRegular }: HeartbeatsProps): ReactNode {
  const { heartbeatAt } = device;
  const now = useNow(heartbeatAt !== undefined);
  if (heartbeatAt === undefined) return 'none';
  const age = Math.max(0, Math.round((now - heartbeatAt) / 1000));
  const missed = device.power === 'on' || !isRegular ? 0 : Math.floor(age / beat);
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
  const { device, runsProgram, isStarting, latest } = state;
  const power = device?.power;
  const hasNoNetwork = runsProgram && power === 'unplugged';
  const isRunning = power === 'on' || power === 'connecting' || hasNoNetwork;
  const button = (name: string, isEnabled: boolean, action: () => void, isMain = false) => (
    <button
      type="button"
      className={isMain ? 'control control--main' : 'control'}
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
          {hasNoNetwork
            ? button('Plug in', true, () => greenhouse.plugIn())
            : button('Unplug', isRunning, () => greenhouse.end('unplug'))}
        </div>
        <p className={`runner__status${power === 'on' ? ' live-mark' : ''}`} role="status">
          {powerText(state, wait)}
        </p>
      </div>
      {device ? (
        <div className="device__sensors">
          <Values device={device} latest={latest} />
          <Knob
            label="Temperature"
            unit="°C"
            value={device.readings.temperature}
            range={[-10, 50, 0.5]}
            onTurn={(value) => greenhouse.turn('temperature', value)}
          />
          <Knob
            label="Humidity"
            unit="%"
            value={device.readings.humidity}
            range={[0, 100, 1]}
            onTurn={(value) => greenhouse.turn('humidity', value)}
          />
          <div className="device__buttons">
            {button(
              device.readings.door_state === 'open' ? 'Close the door' : 'Open the door',
              true,
              () =>
                greenhouse.turn(
                  'door_state',
                  device.readings.door_state === 'open' ? 'closed' : 'open',
                ),
            )}
          </div>
          <dl>
            {!runsProgram && (
              <>
                <dt>Submits all values every</dt>
                <dd>{device.interval} s</dd>
              </>
            )}
            <dt>Last accepted heartbeat</dt>
            <dd key={device.heartbeatAt} className="device__beat">
              <Heartbeats device={device} isRegular={!runsProgram} />
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
