import React, { type ReactNode } from 'react';
import Figure from './Figure';
import { Arrow, Frame, Lane, Text } from './shapes';

const steps = [
  'The user signs in to your application.',
  'The front end asks your back end for a token. The back end authenticates the user.',
  'The back end creates the token with its API key, a policy and a lifetime (`/access/tokens/create`).',
  'Anedya responds with `tokenId` and `token`, the secret.',
  'The back end passes both to the front end.',
  'The front end sends its requests directly to Anedya. It signs each request with the secret, which is never sent.',
  'Anedya checks the signature, then the policy, and responds to the front end.',
  'The front end shows the data. Steps 6 to 8 repeat until the token expires.',
];

const user = 45;
const front = 148;
const back = 251;
const anedya = 354;

interface Message {
  readonly from: number;
  readonly to: number;
  readonly y: number;
  readonly lines: readonly string[];
}

const messages: readonly Message[] = [
  { from: user, to: front, y: 78, lines: ['1 signs in'] },
  { from: front, to: back, y: 122, lines: ['2 asks for', 'a token'] },
  { from: back, to: anedya, y: 166, lines: ['3 API key,', 'policy, life'] },
  { from: anedya, to: back, y: 210, lines: ['4 `tokenId`,', '`token`'] },
  { from: back, to: front, y: 254, lines: ['5 `tokenId`,', '`token`'] },
];

const repeated: readonly Message[] = [
  { from: front, to: anedya, y: 316, lines: ['6 signed request'] },
  { from: anedya, to: front, y: 352, lines: ['7 data, after both checks'] },
  { from: front, to: user, y: 388, lines: ['8 shows it'] },
];

function Messages({ of }: { readonly of: readonly Message[] }): ReactNode {
  return of.map(({ from, to, y, lines }) => (
    <React.Fragment key={y}>
      <Arrow path={[from, y, to, y]} />
      <Text at={[(from + to) / 2, y + 10 - lines.length * 17]} anchor="middle" lines={lines} />
    </React.Fragment>
  ));
}

/**
 * From the user's sign-in to data that comes directly from Anedya.
 * Sources: guides.md 9, 10 and 12; platform-api.md 2.4 B and access-token-create.
 */
export default function TokenFlow(): ReactNode {
  return (
    <Figure
      title="Access-token flow"
      summary="The back end creates a token with its API key and passes it to the front end, which then sends signed requests directly to Anedya."
      caption="Your back end issues the token. The data does not pass through your back end."
      steps={steps}
      height={412}
    >
      <Frame at={[1, 272, 398, 130]} />
      <Lane x={user} y={1} w={88} name="User" end={411} />
      <Lane x={front} y={1} w={88} name="Front end" end={411} />
      <Lane x={back} y={1} w={88} name="Back end" end={411} />
      <Lane x={anedya} y={1} w={88} name="Anedya" end={411} tone="key" />
      <Messages of={messages} />
      <g className="diagram__frame">
        <Text at={[12, 291]} kind="note" lines={['repeats']} />
        <Messages of={repeated} />
      </g>
    </Figure>
  );
}
