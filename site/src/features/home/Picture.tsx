import React, { useId, type ReactNode } from 'react';
import { columnTop, outlines, plants, shapes } from '../../contracts/greenhouse';
import { chartLine, type ChartPoint } from './chart-line';
import styles from './picture.module.css';

/** A message between the device, Anedya and the app. A new id starts its way again. */
interface Packet {
  readonly id: string;
  readonly text: string;
  readonly way: 'submitted' | 'sent' | 'read' | 'command' | 'released';
}

export interface PictureProps {
  readonly device: {
    readonly name: string;
    /** Degrees Celsius; undefined when unknown. */
    readonly temperature: number | undefined;
    /** Undefined when unknown. */
    readonly isLampOn: boolean | undefined;
    readonly isPlugged: boolean;
    /** A note beside the antenna. */
    readonly note: string;
    /** A new one shows a heartbeat. */
    readonly beat: number;
  };
  /** A note below Anedya. */
  readonly note: string;
  readonly app: {
    /** Undefined when the app has none. */
    readonly temperature: string | undefined;
    readonly humidity: string | undefined;
    readonly points: readonly ChartPoint[];
    readonly from: number;
    readonly to: number;
    readonly gap?: number;
    readonly state: string;
    readonly isLive: boolean;
    /** Seconds since the last heartbeat. */
    readonly age: number | undefined;
  };
  readonly packets: readonly Packet[];
  /** Whether packets and heartbeats move. */
  readonly isMoving: boolean;
}

/** The path of packets, from the antenna to the app. `picture.module.css` has the same one. */
const wire = {
  device: 'M185 122C185 66 200 36 232 36',
  app: 'M288 36C346 36 400 60 400 106',
};

/** Color of the lamp. */
const light = '#f2c744';

function Greenhouse({ device }: Pick<PictureProps, 'device'>): ReactNode {
  const { temperature, isLampOn, isPlugged, beat } = device;
  const { led } = shapes;
  return (
    <g transform="translate(4 97) scale(0.78)" strokeWidth="2.2">
      <path d={outlines.ground} />
      <path className={styles.surface} stroke="none" d={outlines.glass} />
      {isLampOn && <path fill={light} stroke="none" opacity="0.35" d={outlines.light} />}
      {plants.map(({ x, size }) => (
        <g key={x} stroke="#2f8a4c" transform={`translate(${x} 176) scale(${size})`}>
          <path d={outlines.stem} />
          {outlines.leaves.map((leaf) => (
            <path key={leaf} fill="#57b070" strokeWidth="1" d={leaf} />
          ))}
        </g>
      ))}
      <path d={outlines.frame} />
      <path className={isLampOn ? undefined : styles.surface} fill={light} d={outlines.lamp} />
      <path className={styles.platform} d={outlines.closedDoor} />
      <path d={outlines.pipe} />
      <rect className={styles.surface} {...shapes.pump} />
      <circle {...shapes.wheel} />
      <rect className={styles.surface} {...shapes.tube} />
      <g fill="#d9534a" stroke="#d9534a">
        <circle {...shapes.bulb} />
        {temperature !== undefined && (
          <path strokeWidth="4" d={`M25 160V${columnTop(temperature, 5, 45).toFixed(1)}`} />
        )}
      </g>
      <path d={outlines.mast} />
      <circle key={beat} className={styles.ring} cx={led.cx} cy={led.cy} r="13" />
      <circle className={isPlugged ? styles.live : styles.off} {...led} />
      {isPlugged && <path className={styles.signal} d={outlines.waves} />}
    </g>
  );
}

/** The logo: its dot flashes when a packet arrives. */
function Cloud({ note, flash }: { readonly note: string; readonly flash: string }): ReactNode {
  return (
    <>
      <rect className={styles.platform} x="232" y="10" width="56" height="52" rx="12" />
      <path className={styles.logo} d="M260 19 248.5 43h5.2L260 29.2 266.3 43h5.2z" />
      <circle
        key={flash}
        className={`${styles.live} ${flash === '' ? '' : styles.dot}`}
        cx="260"
        cy="39"
        r="3.4"
      />
      <Name x={260} y={82} text="Anedya" />
      {note !== '' && (
        <text className={styles.note} x="244" y="101" textAnchor="middle">
          {note}
        </text>
      )}
    </>
  );
}

function Name({ x, y, text }: { readonly x: number; readonly y: number; readonly text: string }) {
  return (
    <text className={styles.name} x={x} y={y} textAnchor="middle">
      {text}
    </text>
  );
}

function App({ app }: Pick<PictureProps, 'app'>): ReactNode {
  const { points, from, to, gap = Infinity, isLive, age } = app;
  const frame = { left: 299, top: 171, width: 194, height: 33, from, to, gap, span: 3 };
  const line = chartLine(points, frame);
  const dot = isLive ? styles.live : styles.off;
  return (
    <>
      <rect
        className={styles.surface}
        stroke="var(--docs-line)"
        x="284"
        y="108"
        width="228"
        height="128"
        rx="10"
      />
      <text x="298" y="131">
        Temperature
      </text>
      <text className={`${styles.value} ${isLive ? styles.current : ''}`} x="298" y="158">
        {app.temperature ?? '–'}
      </text>
      {app.humidity !== undefined && (
        <g textAnchor="end">
          <text x="498" y="131">
            Humidity
          </text>
          <text className={styles.value} x="498" y="158">
            {app.humidity}
          </text>
        </g>
      )}
      {line && (
        <>
          <path
            className={isLive ? styles.signal : undefined}
            strokeWidth="1.75"
            d={line.path}
            data-chart
          />
          <circle className={dot} cx={line.x} cy={line.y} r="3.5" />
        </>
      )}
      <circle className={dot} cx="302" cy="221" r="4" />
      <text x="313" y="226">
        {app.state}
      </text>
      {age !== undefined && (
        <>
          <path className={isLive ? styles.signal : undefined} d="M394 221h6l4-9 5 17 4-8h5" />
          <text x="498" y="226" textAnchor="end">
            {`${age} s ago`}
          </text>
        </>
      )}
    </>
  );
}

function Message({ packet: { text, way } }: { readonly packet: Packet }): ReactNode {
  const width = 16 + text.length * 8;
  return (
    <g className={`${styles.packet} ${styles[way]}`}>
      <rect
        className={`${styles.surface} ${styles.signal}`}
        x={-width / 2}
        y="-13"
        width={width}
        height="26"
        rx="13"
      />
      <text className={styles.current} y="5" textAnchor="middle">
        {text}
      </text>
    </g>
  );
}

/** A greenhouse that reports to Anedya, and an app that reads its values. */
export default function Picture({ device, note, app, packets, isMoving }: PictureProps): ReactNode {
  const id = useId();
  const { name, isLampOn, isPlugged } = device;
  const lamp = isLampOn === undefined ? '' : `: lamp ${isLampOn ? 'on' : 'off'}`;
  const values = [
    app.temperature && `temperature ${app.temperature}`,
    app.humidity && `humidity ${app.humidity}`,
    app.state.toLowerCase(),
  ];
  return (
    <svg
      className={`${styles.picture} ${isMoving ? styles.moving : ''}`}
      viewBox="0 0 520 272"
      role="img"
      aria-label="A device sends values to Anedya, where your app reads them. Commands go the other way."
      aria-describedby={id}
    >
      <desc id={id}>{`${name}${lamp}. App: ${values.filter(Boolean).join(', ')}.`}</desc>
      <path strokeDasharray={isPlugged ? undefined : '3 7'} d={wire.device} />
      <path d={wire.app} />
      <path d="m395 98 5 8 5-8" />
      {!isPlugged && <path className={styles.signal} d="m189.5 51 14 14m0-14-14 14" />}
      <Greenhouse device={device} />
      <App app={app} />
      {packets.map((packet) => (
        <Message key={`${packet.way} ${packet.id}`} packet={packet} />
      ))}
      <Cloud note={note} flash={packets[0]?.id ?? ''} />
      {device.note !== '' && (
        <text className={styles.current} x="198" y="137">
          {device.note}
        </text>
      )}
      <Name x={113} y={262} text={name} />
      <Name x={398} y={262} text="Your app" />
    </svg>
  );
}
