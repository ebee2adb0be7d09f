import React, { type ReactNode } from 'react';
import type { DeviceState } from '@anedya-docs/simulated-device';
import { columnTop, outlines, plants, shapes } from '@site/src/contracts/greenhouse';

/** A plant at a position on the ground. */
function Plant({ x, size }: (typeof plants)[number]): ReactNode {
  return (
    <g className="device__plant" transform={`translate(${x} 176) scale(${size})`}>
      <path d={outlines.stem} />
      {outlines.leaves.map((leaf) => (
        <path key={leaf} className="device__leaf" d={leaf} />
      ))}
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
  const top = columnTop(temperature, -10, 50);
  const label = `Greenhouse: door ${door_state ?? 'closed'}, lamp ${lamp ?? 'off'}, pump ${pump ?? 'off'}.`;
  return (
    <svg
      className={`device__drawing${isOn ? ' device__drawing--on' : ''}`}
      viewBox="0 0 320 196"
      role="img"
      aria-label={label}
    >
      <path className="device__ground" d={outlines.ground} />
      <path className="device__glass" d={outlines.glass} />
      {lamp === 'on' && <path className="device__light" d={outlines.light} />}
      {plants.map((plant) => (
        <Plant key={plant.x} {...plant} />
      ))}
      <path className="device__frame" d={outlines.frame} />
      <path className={`device__lamp device__lamp--${lamp ?? 'off'}`} d={outlines.lamp} />
      <path
        className="device__door"
        d={door_state === 'open' ? outlines.openDoor : outlines.closedDoor}
      />
      <path className="device__pipe" d={outlines.pipe} />
      <rect className="device__pump" {...shapes.pump} />
      <circle className={`device__wheel device__wheel--${pump ?? 'off'}`} {...shapes.wheel} />
      {pump === 'on' && <path className="device__drops" d={outlines.drops} />}
      <rect className="device__tube" {...shapes.tube} />
      <circle className="device__bulb" {...shapes.bulb} />
      <path className="device__column" d={`M25 160V${top.toFixed(1)}`} />
      <path className="device__frame" d={outlines.mast} />
      <circle className="device__led" {...shapes.led} />
      {/* A heartbeat starts the animation again. */}
      {isOn && <path key={device.heartbeatAt} className="device__waves" d={outlines.waves} />}
    </svg>
  );
}
