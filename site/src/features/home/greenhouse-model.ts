/**
 * The greenhouse of the home page before the reader has a project: a device with two sensors and a lamp, the cloud between, and
 * the app. It reads no clock and sends no request. Its arithmetic is exact, so that the built page and all browsers have the
 * same values.
 */

/** Duration of a step, in milliseconds. All other durations are numbers of steps. */
export const stepTime = 500;

/** Time that the app shows. */
export const shownTime = 120;

const submitEvery = 4;
const beatEvery = 4;
/** Time that a message takes, and the duration of its animation. */
const travelTime = 2;
/** Three missed heartbeats. */
const onlineTime = 3 * beatEvery;

/** What the sensors measured, and when. */
export interface Measurement {
  readonly step: number;
  readonly temperature: number;
  readonly humidity: number;
}

/** What happened last, for readers who do not see it. */
export type Happening =
  'nothing' | 'lampOn' | 'lampOff' | 'commandQueued' | 'unplugged' | 'offline' | 'returned';

/** Turns the lamp on or off. */
interface Command {
  readonly isOn: boolean;
  /** Undefined while it waits in the queue of the platform. */
  readonly sentAt: number | undefined;
  readonly from: 'app' | 'queue';
}

export interface Model {
  readonly step: number;
  readonly seed: number;
  readonly temperature: number;
  readonly humidity: number;
  readonly isLampOn: boolean;
  /** Whether the device has a network. It runs without one, too. */
  readonly isPlugged: boolean;
  /** Measured without a network, oldest first. */
  readonly stored: readonly Measurement[];
  /** On its way to the app. */
  readonly submission:
    { readonly sentAt: number; readonly points: readonly Measurement[] } | undefined;
  /** What the app has, oldest first. */
  readonly points: readonly Measurement[];
  /** Step of the last heartbeat. */
  readonly beatAt: number;
  readonly command: Command | undefined;
  readonly happening: Happening;
}

const first: Model = {
  step: 0,
  seed: 47,
  temperature: 22,
  humidity: 60,
  isLampOn: false,
  isPlugged: true,
  stored: [],
  submission: undefined,
  points: [],
  beatAt: 0,
  command: undefined,
  happening: 'nothing',
};

/** Whether the app shows the device as online. */
export const isOnline = ({ step, beatAt }: Model): boolean => step - beatAt <= onlineTime;

const rounded = (value: number) => Math.round(value * 10) / 10;

/** Moves the sensors toward the values of the climate, which the lamp warms and dries. */
function withClimate(model: Model): Model {
  const seed = (model.seed * 16_807) % 2_147_483_647;
  const noise = seed / 2_147_483_647 - 0.5;
  const { temperature, humidity, isLampOn } = model;
  return {
    ...model,
    seed,
    temperature: temperature + ((isLampOn ? 29 : 22) - temperature) * 0.03 + noise * 0.3,
    humidity: humidity + ((isLampOn ? 46 : 60) - humidity) * 0.03 + noise * 0.4,
  };
}

/** Gives the app the submitted values: all that arrive are in order. Removes those that it no longer shows. */
function withSubmission(model: Model): Model {
  const { submission, step } = model;
  if (!submission) return model;
  const points = [...model.points, ...submission.points].filter(
    (point) => point.step >= step - shownTime,
  );
  return { ...model, points, submission: undefined };
}

function withCommand(model: Model): Model {
  const { command } = model;
  if (!command) return model;
  const { isOn } = command;
  const happening = isOn ? 'lampOn' : 'lampOff';
  return { ...model, isLampOn: isOn, command: undefined, happening };
}

function withMeasurement(model: Model): Model {
  const { step, stored, isPlugged } = model;
  const point = {
    step,
    temperature: rounded(model.temperature),
    humidity: Math.round(model.humidity),
  };
  const points = [...stored, point];
  return isPlugged
    ? { ...withSubmission(model), stored: [], submission: { sentAt: step, points } }
    : { ...model, stored: points.filter((each) => each.step >= step - shownTime) };
}

/** The model a step later. */
export function next(former: Model): Model {
  const wasOnline = isOnline(former);
  let model = withClimate({ ...former, step: former.step + 1 });
  const { step } = model;
  const hasArrived = (sentAt: number | undefined) =>
    sentAt !== undefined && step - sentAt >= travelTime;
  if (hasArrived(model.submission?.sentAt)) model = withSubmission(model);
  if (hasArrived(model.command?.sentAt)) model = withCommand(model);
  if (step % submitEvery === 0) model = withMeasurement(model);
  if (model.isPlugged && step % beatEvery === 2) model = { ...model, beatAt: step };
  return wasOnline && !isOnline(model) ? { ...model, happening: 'offline' } : model;
}

/** Sends the command that turns the lamp on or off. */
export function switchLamp(model: Model): Model {
  const isOn = !wantsLamp(model);
  return model.isPlugged
    ? { ...model, command: { isOn, sentAt: model.step, from: 'app' } }
    : { ...model, command: { isOn, sentAt: undefined, from: 'queue' }, happening: 'commandQueued' };
}

/** What the last command wants. */
export const wantsLamp = ({ command, isLampOn }: Model): boolean => command?.isOn ?? isLampOn;

/** Takes the network from the device, or gives it back: then the device submits what it has stored. */
export function togglePlug(model: Model): Model {
  const { isPlugged, stored, command, step } = model;
  if (isPlugged) {
    return {
      ...model,
      isPlugged: false,
      command: command && { ...command, sentAt: undefined, from: 'queue' },
      happening: 'unplugged',
    };
  }
  return {
    ...withSubmission(model),
    isPlugged: true,
    stored: [],
    submission: stored.length === 0 ? undefined : { sentAt: step, points: stored },
    beatAt: step,
    command: command && { ...command, sentAt: step },
    happening: 'returned',
  };
}

/** The model after a minute, when the app has values to show. */
export const initial: Model = Array.from({ length: shownTime }).reduce<Model>(next, first);
