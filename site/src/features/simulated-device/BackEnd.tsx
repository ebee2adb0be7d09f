import React, { useId, useState, type ReactNode } from 'react';
import type { DeviceState } from '@anedya-docs/simulated-device';
import type { Greenhouse } from './greenhouse';
import { type GreenhouseState, onlineFor, type SentCommand } from './state';
import { stages, type Rollout } from './rollout';

interface Props {
  readonly greenhouse: Greenhouse;
  readonly state: GreenhouseState;
}

/** Statuses of a command, as the platform reported them. */
function CommandSteps({ command }: { readonly command: SentCommand }): ReactNode {
  return (
    <p className="device__result">
      <code translate="no">{command.text}</code>: {command.statuses.join(' → ')}
    </p>
  );
}

const plural = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`;

/** What happens in a stage, as a sentence. */
function stageText(index: number, { status, counts }: Rollout): string {
  const concluded = counts.success + counts.failure + counts.skipped;
  if (index === 0) {
    if (counts.failure > 0) return `${plural(counts.failure, 'failure')}: the limit is 1`;
    if (concluded > 0) return 'complete';
    return counts.start > 0 ? 'installing on 1 device' : 'waiting for the device to ask';
  }
  if (status === 'aborted') return 'not started';
  return concluded > 0 ? 'waiting for 10 more devices' : 'starts after stage 1';
}

function RolloutSteps({ rollout }: { readonly rollout: Rollout }): ReactNode {
  return (
    <div className="device__result">
      <p>
        Deployment of firmware {rollout.version}: <strong>{rollout.status}</strong>
      </p>
      <ol>
        {stages.map(({ stageName, stageTarget }, index) => (
          <li key={stageName}>
            {`Stage “${stageName}”, ${plural(stageTarget, 'device')}: ${stageText(index, rollout)}`}
          </li>
        ))}
      </ol>
    </div>
  );
}

const updateText = ({ version, step }: NonNullable<DeviceState['update']>) =>
  `The device: firmware ${version}, ${step}.`;

/** What the platform knows about a device that is not connected. */
function healthText({ health, log, device }: GreenhouseState): string {
  if (!health) return 'Unknown until the first heartbeat.';
  const limit = `the limit is ${onlineFor} s`;
  const text = health.isOnline
    ? `Online: the last heartbeat was ${health.seconds} s old; ${limit}.`
    : `Offline: the last heartbeat was ${health.seconds} s old; ${limit}.`;
  return device?.power === 'unplugged' && log !== ''
    ? `${text} Last will in the logs: “${log}”.`
    : text;
}

const commands = [
  { label: 'Lamp', command: 'set-led', of: 'lamp' },
  { label: 'Pump', command: 'set-pump', of: 'pump' },
] as const;

const intervals = [5, 10, 30, 60];

/** Buttons of a back end: commands, a setting, a rollout; and what the platform says about them. */
export function BackEnd({ greenhouse, state }: Props): ReactNode {
  const id = useId();
  const [interval, setInterval] = useState(10);
  const { device, runsProgram, command, rollout, notice } = state;
  const { device: simulated } = greenhouse;
  if (!device || !simulated) return null;
  const isOn = device.power === 'on';
  return (
    <div className="device__back-end">
      <h4>Back end</h4>
      <p className="runner__hint">
        These buttons send requests to the Platform API with the API key of the project.
      </p>
      <div className="device__actions">
        <div role="group" aria-labelledby={`${id}command`}>
          <h5 id={`${id}command`}>Command</h5>
          <div className="device__buttons">
            {commands.map(({ label, command: name, of }) => {
              const next = device.readings[of] === 'on' ? 'off' : 'on';
              return (
                <button
                  key={name}
                  type="button"
                  className="control"
                  onClick={() => greenhouse.sendCommand(name, next)}
                >
                  {`${label} ${next}`}
                </button>
              );
            })}
            <button
              type="button"
              className="control"
              onClick={() => greenhouse.sendCommand('open-roof', 'now')}
            >
              Unknown command
            </button>
          </div>
          <div aria-live="polite">{command && <CommandSteps command={command} />}</div>
        </div>
        <div role="group" aria-labelledby={`${id}setting`}>
          <h5 id={`${id}setting`}>Setting</h5>
          <div className="device__buttons">
            <label htmlFor={`${id}interval`}>push-interval</label>
            <select
              id={`${id}interval`}
              className="control control--field"
              value={interval}
              onChange={({ target }) => setInterval(Number(target.value))}
            >
              {intervals.map((value) => (
                <option key={value} value={value}>{`${value} s`}</option>
              ))}
            </select>
            <button
              type="button"
              className="control"
              onClick={() => greenhouse.setInterval(interval)}
            >
              Write value
            </button>
          </div>
          <p className="device__result" aria-live="polite">
            {!runsProgram && `The device submits every ${device.interval} s.`}
          </p>
        </div>
        <div role="group" aria-labelledby={`${id}firmware`}>
          <h5 id={`${id}firmware`}>Firmware</h5>
          <div className="device__buttons">
            <button type="button" className="control" onClick={() => greenhouse.rollOut()}>
              Roll out firmware
            </button>
            {!runsProgram && (
              <>
                <button
                  type="button"
                  className="control"
                  aria-disabled={!isOn}
                  onClick={() => simulated.checkForUpdate()}
                >
                  Device: check for updates
                </button>
                <label className="device__check">
                  <input
                    type="checkbox"
                    checked={device.damagesDownload}
                    onChange={({ target }) => simulated.damageDownload(target.checked)}
                  />{' '}
                  Damage the next download
                </label>
              </>
            )}
          </div>
          <div aria-live="polite">
            {rollout && <RolloutSteps rollout={rollout} />}
            {device.update && <p className="device__result">{updateText(device.update)}</p>}
          </div>
        </div>
        <div role="group" aria-labelledby={`${id}health`}>
          <h5 id={`${id}health`}>Health</h5>
          <p className="device__result" aria-live="polite">
            {healthText(state)}
          </p>
        </div>
      </div>
      <p className="runner__advice" role="status">
        {notice}
      </p>
    </div>
  );
}
