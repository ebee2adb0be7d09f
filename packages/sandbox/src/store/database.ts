import type { AccessTables } from './tables/access.ts';
import type { DataTables } from './tables/data.ts';
import type { EventTables } from './tables/events.ts';
import type { CommandTables } from './tables/commands.ts';
import type { LockTables } from './tables/locks.ts';
import type { OtaTables } from './tables/ota.ts';
import type { ProjectTables } from './tables/projects.ts';
import type { ValueStoreTables } from './tables/value-store.ts';

/**
 * Every table of the sandbox. Each has `project_id`, except for those of the sandbox itself: no query leaves it out. Types fit SQLite and PostgreSQL alike: text,
 * integer (64 bits), double precision; booleans are integers 0 and 1, JSON is text.
 */
export interface Database
  extends
    ProjectTables,
    AccessTables,
    DataTables,
    CommandTables,
    EventTables,
    ValueStoreTables,
    OtaTables,
    LockTables {}
