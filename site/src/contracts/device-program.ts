/** The program that the simulated device runs at first. `content/device-program` writes it. */
export interface DeviceProgram {
  /** Text of `main.py`. */
  readonly main: string;
  /** Text of `config.py`, with placeholders. */
  readonly config: string;
}

/** Exercises on the program. Each has a diff in `examples/greenhouse/exercises`, a check in `features/lessons`, and a guide. */
export const exerciseIds = ['interval', 'blink', 'buffer', 'maximum', 'skip'] as const;

export type ExerciseId = (typeof exerciseIds)[number];

/** The change that solves each exercise, as a unified diff of `main.py`. */
export type ExerciseDiffs = Readonly<Record<ExerciseId, string>>;
