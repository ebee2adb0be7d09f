/** Settings of a connection, as a program gives them to `mqtt_as` (JSON). */
export interface MqttSettings {
  readonly server: string;
  readonly port: number;
  readonly client_id: string;
  readonly user: string;
  readonly password: string;
  readonly ssl: boolean;
  /** Seconds. */
  readonly keepalive: number;
  readonly will?: { readonly topic: string; readonly text: string; readonly qos: number };
}

/**
 * The hardware and the network of a board: the JavaScript module `_board`, which the Python modules in `modules/` call and programs
 * do not. Numbers below zero are the negative of MicroPython's `errno`, such as -113 (EHOSTUNREACH), which the modules raise as
 * `OSError`. Text only crosses the border: numbers, booleans, strings, and promises of them, which Python awaits.
 */
export interface Board {
  /** Milliseconds since the board started. */
  millis(): number;
  /** Seconds since 1970 by the clock of the board, which is wrong until it is set. */
  wallSeconds(): number;
  /** Blocks the program, in milliseconds. */
  delay(milliseconds: number): void;
  /** Sets the clock from a time server. @returns false without a network */
  setClock(host: string): boolean;
  /** Sets an output. @param level 0 or 1 */
  setLevel(pin: number, level: number): void;
  /** Level of an input or output, 0 or 1. */
  level(pin: number): number;
  /** Sets the duty cycle of an output. @param duty 0 to 65535 */
  setDuty(pin: number, duty: number): void;
  /** Reads an analog input, 0 to 65535. */
  analog(pin: number): number;
  /** Reads the sensor for temperature and humidity: `"22.5 60"` in °C and percent; empty if no sensor responds. */
  climate(pin: number): string;
  /** Joins the Wi-Fi network. Whether it succeeded is in `hasWifi`. */
  joinWifi(ssid: string, password: string): void;
  hasWifi(): boolean;
  /** Ends the program and starts the board again. */
  reset(): void;
  /**
   * Opens the connection to the broker, without subscriptions. It breaks an earlier connection, without DISCONNECT, whose promises
   * settle as lost. The board sends the pings. No promise rejects: Python would wait forever.
   * @returns 0, the code of a CONNACK that rejects, or a negative errno
   */
  connect(settings: string): Promise<number>;
  /** Publishes. Settles with QoS 1 when the broker has acknowledged. @returns 0, or a negative errno when the connection is lost */
  publish(topic: string, text: string, qos: number, retain: boolean): Promise<number>;
  /** @returns the granted QoS, 128 if the broker rejects the topic, or a negative errno when the connection is lost */
  subscribe(topic: string, qos: number): Promise<number>;
  /** The next message, as JSON `[topic, text, retained]`; empty when the connection is lost. */
  nextMessage(): Promise<string>;
  /** Closes the connection with DISCONNECT. */
  disconnect(): void;
}
