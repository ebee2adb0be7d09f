import React, { type ReactNode } from 'react';
import type { DeviceState } from '@anedya-docs/simulated-device';

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
export default function Drawing({
  device,
}: {
  readonly device: DeviceState | undefined;
}): ReactNode {
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
