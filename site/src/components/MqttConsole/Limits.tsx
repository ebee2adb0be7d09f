import React, { type ReactNode } from 'react';

const items = [
  'QoS 2: a subscription gets QoS 1, and publishing with it ends the connection.',
  'Sessions: one ends with its connection. What a device misses, it asks for.',
  'Retained messages, and messages from device to device.',
  'Topic aliases, subscription identifiers, shared subscriptions, enhanced authentication, client ids from the broker, session expiry above 0, will delay.',
  'Message expiry, response topic and correlation data, user properties, content type, payload format and subscription options: accepted, without effect.',
  'MQTT 3.1 and bridges.',
];

/** What the sandbox's broker lacks (`packages/sandbox/src/mqtt/README.md`), and how the console behaves. */
export default function Limits(): ReactNode {
  return (
    <details className="mqtt__limits">
      <summary>What the sandbox does not support, and how this console behaves</summary>
      <p>Not supported by the broker of the sandbox:</p>
      <ul>
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
      <p>
        The console stays connected for 10 minutes while you look at other pages in this tab, and
        ends its connection with the tab. The timeline is in the memory of this page: a reload
        empties it. The connection key goes to the sandbox alone.
      </p>
    </details>
  );
}
