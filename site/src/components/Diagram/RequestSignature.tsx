import React, { type ReactNode } from 'react';
import Figure from './Figure';
import { Arrow, Box, Note, Text } from './shapes';

const steps = [
  'Part 1: the SHA-256 digest of the exact request body, 32 raw bytes. A WebSocket connect hashes the empty body.',
  'Part 2: the timestamp, Unix time in seconds, as 8 bytes, big-endian, unsigned.',
  'Part 3: the signature version `v1`, 2 bytes.',
  'Part 4: the token secret as UTF-8.',
  'Join the four parts in this order, without separators, and take the SHA-256 of the result.',
  'Write it as lower-case hex, 64 characters, into the header `x-anedya-Signature`.',
];

const parts = [
  { name: 'Request body', from: 'exact bytes', step: 'SHA-256', size: '32 bytes', to: 'digest' },
  { name: 'Timestamp', from: 'Unix seconds', step: 'integer', size: '8 bytes', to: 'big-endian' },
  { name: 'Version', from: '`v1`', step: 'UTF-8', size: '2 bytes', to: '`76 31`' },
  { name: 'Token secret', from: 'never sent', step: 'UTF-8', size: 'its bytes', to: 'at the end' },
];

/**
 * The bytes that Anedya Signature v1 hashes.
 * Sources: platform-api.md 2.4 B; guides.md 12.
 */
export default function RequestSignature(): ReactNode {
  return (
    <Figure
      title="Signature of a request"
      summary="Digest of the body, timestamp, version and secret are joined and hashed once more with SHA-256; the hex text is the signature."
      caption="What Anedya Signature v1 hashes, in this order."
      steps={steps}
      height={394}
    >
      {parts.map(({ name, from, step, size, to }, index) => (
        <React.Fragment key={name}>
          <Box at={[1, 25 + index * 60, 134, 48]} name={name} lines={[from]} />
          <Arrow path={[135, 49 + index * 60, 258, 49 + index * 60]} />
          <Text at={[196, 41 + index * 60]} anchor="middle" lines={[step]} />
          <Box at={[258, 19 + index * 60, 141, 60]} tone="key" name={size} lines={[to]} />
        </React.Fragment>
      ))}
      <Note at={[329, 12]} anchor="middle" lines={['joined']} />
      <Arrow path={[329, 259, 329, 335]} />
      <Text at={[315, 301]} anchor="end" lines={['SHA-256 of the joined bytes']} />
      <Box at={[258, 335, 141, 54]} tone="key" name="32 bytes" lines={['signature']} />
      <Arrow path={[258, 362, 191, 362]} />
      <Text at={[225, 354]} anchor="middle" lines={['hex']} />
      <Box at={[1, 335, 190, 54]} lines={['`x-anedya-Signature`', '64 characters']} />
    </Figure>
  );
}
