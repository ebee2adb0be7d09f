import { execFileSync, spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { describedProject, stubBrowser } from '../../../test/support/browser';

const address = 'http://localhost:3000/sandbox';

async function project(fields: object = {}) {
  stubBrowser(() => Response.error());
  const { readProject } = await import('./project-response');
  return readProject(describedProject(fields), "api'key");
}

async function lines(
  ...[shell, isMasked]: readonly [shell: 'bash' | 'powershell', mask?: boolean]
) {
  const { terminalLines } = await import('./terminal');
  return terminalLines(await project(), address, shell, isMasked);
}

/** Runs the commands and returns the variables that pages use. @param curl stub of curl */
function setBy(script: string, curl: 'true' | 'false'): string[] {
  const printed = execFileSync('bash', ['--norc', '-c', `curl() { ${curl}; }\n${script}env`], {
    encoding: 'utf8',
    env: { PATH: '/bin:/usr/bin' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return printed
    .split('\n')
    .filter((line) => line.startsWith('ANEDYA_'))
    .sort();
}

describe('the commands for a terminal', () => {
  it('set the variables of the pages in bash', async () => {
    expect(setBy(await lines('bash'), 'true')).toEqual([
      "ANEDYA_API_KEY=api'key",
      'ANEDYA_API_URL=http://localhost:3000/sandbox/platform/v1',
      'ANEDYA_BINDING_SECRET=secret-b1',
      `ANEDYA_CA_FILE=${process.cwd()}/anedya-sandbox-ca.pem`,
      'ANEDYA_CONNECTION_KEY=key-n1',
      'ANEDYA_DEVICE_ID=d1',
      'ANEDYA_DEVICE_URL=http://localhost:3000/sandbox/device/v1',
      'ANEDYA_MQTT_HOST=localhost',
      'ANEDYA_MQTT_PORT=8883',
      'ANEDYA_NODE_ID=n1',
      `ANEDYA_SANDBOX_URL=${address}`,
    ]);
    expect(await lines('bash')).toContain(
      `curl -fsSo "$ANEDYA_CA_FILE" 'http://localhost:3000/sandbox/ca.pem' &&\n`,
    );
  });

  it('set nothing when the sandbox does not respond', async () => {
    expect(setBy(await lines('bash'), 'false')).toEqual([]);
  });

  it('show the response that rejects the check', async () => {
    const { terminalLines } = await import('./terminal');
    const text = terminalLines(await project({ broker: {} }), address, 'bash');
    const script = `curl() { echo rejected; return 22; }\n${text}`;
    const { stderr } = spawnSync('bash', ['--norc', '-c', script], { encoding: 'utf8' });
    expect(stderr).toMatch(/^rejected\nSetup failed/);
  });

  it('set the same variables in PowerShell', async () => {
    const text = await lines('powershell');
    expect(text).toContain("$env:ANEDYA_API_KEY = 'api''key'\n");
    expect(text).toContain(
      "Invoke-WebRequest 'http://localhost:3000/sandbox/ca.pem' -OutFile $env:ANEDYA_CA_FILE\n",
    );
    expect(text).toContain('} catch {\n  Remove-Item Env:ANEDYA_*\n');
    expect(text.match(/ANEDYA_\w+ = /g)).toHaveLength(11);
  });

  it('contain no secrets when they are masked', async () => {
    const text = await lines('bash', true);
    expect(text).not.toMatch(/api'|key-n1|secret-b1/);
    expect(text).toContain("export ANEDYA_DEVICE_ID='d1'\n");
  });

  it('omit MQTT when no TLS port is open', async () => {
    const { terminalLines } = await import('./terminal');
    const text = terminalLines(await project({ broker: {} }), address, 'bash');
    expect(text).not.toMatch(/export ANEDYA_MQTT|CA_FILE|ca\.pem/);
    expect(setBy(text, 'true')).toContain('ANEDYA_NODE_ID=n1');
  });
});
