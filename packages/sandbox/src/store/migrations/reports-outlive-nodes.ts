import { sql, type Kysely, type Migration } from 'kysely';
import { textColumn } from './text-column.ts';

const columns = ['project_id', 'deployment_id', 'node_id', 'stage', 'status', 'updated'] as const;

/** What a deployment came to on a node stays when the node is deleted: a rollout would run again otherwise. */
export const reportsOutliveNodes: Migration = {
  up: async (db: Kysely<unknown>) => {
    const text = textColumn(db);
    await db.schema
      .createTable('deployment_reports')
      .addColumn('project_id', text, (column) => column.notNull())
      .addColumn('deployment_id', text, (column) => column.notNull())
      .addColumn('node_id', text, (column) => column.notNull())
      .addColumn('stage', 'integer', (column) => column.notNull())
      .addColumn('status', text, (column) => column.notNull())
      .addColumn('updated', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('deployment_reports_key', ['project_id', 'deployment_id', 'node_id'])
      .addForeignKeyConstraint(
        'deployment_reports_deployment',
        ['project_id', 'deployment_id'],
        'deployments',
        ['project_id', 'id'],
        (constraint) => constraint.onDelete('cascade'),
      )
      .execute();
    const list = sql.join(columns.map((column) => sql.ref(column)));
    await sql`insert into deployment_reports (${list}) select ${list} from deployment_nodes`.execute(
      db,
    );
    await db.schema.dropTable('deployment_nodes').execute();
  },
};
