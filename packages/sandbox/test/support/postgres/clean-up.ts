import { afterAll } from 'vitest';
import { removeTestStores } from '../test-store.ts';

afterAll(removeTestStores);
