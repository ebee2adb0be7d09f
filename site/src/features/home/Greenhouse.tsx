import React, { useEffect, useReducer, useRef, useState, type ReactNode } from 'react';
import Link from '@docusaurus/Link';
import {
  initial,
  isOnline,
  next,
  shownTime,
  stepTime,
  switchLamp,
  togglePlug,
  wantsLamp,
  type Happening,
  type Model,
} from './greenhouse-model';
import styles from './greenhouse.module.css';
import Picture, { type PictureProps } from './Picture';
import type { Progress } from './progress';
import { tickInView } from './tick-in-view';

type View = Omit<PictureProps, 'isMoving'>;

const sentences: Readonly<Record<Happening, string>> = {
  nothing: 'The device reports every 2 seconds. Switch its lamp, or unplug it.',
  lampOn: 'The lamp is on: the device has run the command.',
  lampOff: 'The lamp is off: the device has run the command.',
  commandQueued: 'Anedya keeps the command until the device is back.',
  unplugged: 'Without a network, the device stores what it measures.',
  offline: 'Heartbeats are missing, so the app shows the device as offline.',
  returned: 'The device is back, and submits what it has stored.',
};

const actions = { next, switchLamp, togglePlug };

const reduce = (model: Model, action: keyof typeof actions): Model => actions[action](model);

function packetsOf({ submission, command }: Model): View['packets'] {
  const packets: View['packets'][number][] = [];
  const [first, ...others] = submission?.points ?? [];
  if (submission && first) {
    const text = others.length === 0 ? first.temperature.toFixed(1) : `${others.length + 1} values`;
    packets.push({ id: `${submission.sentAt}`, text, way: 'submitted' });
  }
  if (command?.sentAt !== undefined) {
    const way = command.from === 'app' ? 'command' : 'released';
    packets.push({ id: `${command.sentAt}`, text: `lamp ${command.isOn ? 'on' : 'off'}`, way });
  }
  return packets;
}

/** The picture of the model. */
function simulated(model: Model): View {
  const { step, isPlugged, isLampOn, stored, command, points, beatAt } = model;
  const newest = points.at(-1);
  const online = isOnline(model);
  return {
    device: {
      name: 'Device',
      temperature: model.temperature,
      isLampOn,
      isPlugged,
      note: stored.length === 0 ? '' : `${stored.length} stored`,
      beat: beatAt,
    },
    note: command && command.sentAt === undefined ? '1 command' : '',
    app: {
      temperature: newest && `${newest.temperature.toFixed(1)} °C`,
      humidity: newest && `${newest.humidity} %`,
      points: points
        .map(({ step: time, temperature: value }) => ({ time, value }))
        .filter(({ time }) => time >= step - shownTime),
      from: step - shownTime,
      to: step,
      gap: 5,
      state: online ? 'Online' : 'Offline',
      isLive: online,
      age: Math.floor(((step - beatAt) * stepTime) / 1000),
    },
    packets: packetsOf(model),
  };
}

const short = (value: number) => `${Number(value.toPrecision(6))}`;

/** The picture of the project: only what the tour has sent and read. */
function real({ device, sent, read = [], last, count }: Progress): View {
  const [newest] = read;
  const value = last === 'read' ? newest?.value : sent;
  return {
    device: {
      name: device,
      temperature: sent,
      isLampOn: undefined,
      isPlugged: true,
      note: '',
      beat: last === 'sent' ? count : 0,
    },
    note: sent === undefined ? '' : `${short(sent)} stored`,
    app: {
      temperature: newest && `${short(newest.value)} °C`,
      humidity: undefined,
      points: read.map(({ timestamp: time, value }) => ({ time, value })).reverse(),
      from: read.at(-1)?.timestamp ?? 0,
      to: newest?.timestamp ?? 0,
      state: newest ? `${read.length} values` : 'Nothing read yet',
      isLive: newest !== undefined,
      age: undefined,
    },
    packets:
      last === undefined || value === undefined
        ? []
        : [{ id: `${count}`, text: short(value), way: last }],
  };
}

/**
 * The greenhouse, with its values on their way to the app. It is a simulation in this page until the tour has a project: then
 * it shows what the tour sends and reads.
 */
export default function Greenhouse({ progress }: { readonly progress: Progress | undefined }) {
  const [model, act] = useReducer(reduce, initial);
  const [isRunning, setRunning] = useState(false);
  const [isPaused, setPaused] = useState(false);
  const figure = useRef<HTMLElement>(null);
  const isSimulated = progress === undefined;

  useEffect(() => {
    if (!figure.current || isPaused || !isSimulated) return undefined;
    const onTick = () => act('next');
    return tickInView(figure.current, { milliseconds: stepTime, onTick, onRun: setRunning });
  }, [isPaused, isSimulated]);

  const isMoving = isRunning || !isSimulated;
  const control = (action: 'switchLamp' | 'togglePlug') => () => {
    act(action);
    setPaused(false);
  };
  return (
    <figure
      data-markdown-ignore=""
      ref={figure}
      className={styles.greenhouse}
      data-running={isMoving}
      aria-label="Greenhouse"
    >
      <figcaption className="js-only">
        {progress ? (
          <>
            Your sandbox project: <strong>{progress.device}</strong>
          </>
        ) : (
          'A simulation in this page'
        )}
      </figcaption>
      <Picture {...(progress ? real(progress) : simulated(model))} isMoving={isMoving} />
      <div className={`${styles.controls} js-only`}>
        {progress ? (
          <p>
            The picture shows what the steps below send and read. To run the whole device, open the{' '}
            <Link to="/getting-started/#simulated-device">simulated greenhouse</Link>.
          </p>
        ) : (
          <Controls model={model} isPaused={isPaused} control={control} onPause={setPaused} />
        )}
      </div>
    </figure>
  );
}

interface ControlsProps {
  readonly model: Model;
  readonly isPaused: boolean;
  readonly control: (action: 'switchLamp' | 'togglePlug') => () => void;
  readonly onPause: (isPaused: boolean) => void;
}

function Controls({ model, isPaused, control, onPause }: ControlsProps): ReactNode {
  return (
    <>
      <button
        type="button"
        role="switch"
        aria-checked={wantsLamp(model)}
        onClick={control('switchLamp')}
      >
        Lamp
      </button>
      <button type="button" onClick={control('togglePlug')}>
        {model.isPlugged ? 'Unplug' : 'Plug in'}
      </button>
      <button type="button" className={styles.pause} onClick={() => onPause(!isPaused)}>
        {isPaused ? 'Resume' : 'Pause'}
      </button>
      <p role="status">{sentences[model.happening]}</p>
    </>
  );
}
