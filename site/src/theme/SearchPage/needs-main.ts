import { createContext } from 'react';

/** True below the search page, whose theme component has no main landmark. */
export const NeedsMain = createContext(false);
