import { afterAll } from 'vitest';
import { removeTestPlaces } from '../test-place.ts';

afterAll(removeTestPlaces);
