/** The program that the simulated device runs at first. `content/device-program` writes it. */
export interface DeviceProgram {
  /** Text of `main.py`. */
  readonly main: string;
  /** Text of `config.py`, with placeholders. */
  readonly config: string;
}
