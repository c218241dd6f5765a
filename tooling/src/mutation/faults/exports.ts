import type { PlantedFault } from '../planted-fault.ts'

const folder = 'apps/server/src/features/saved-filters'
const manifests = 'apps/server/src/exports/manifest.ts'
const legacy = `${folder}/legacy.test.ts`
const manifest = `${folder}/manifest.test.ts`
const figures = 'apps/server/src/features/home/figures.test.ts'
const staffMail = 'apps/server/src/jobs/staff-mail.ts'
const home = 'apps/server/src/features/home/queries.ts'

/** Filters, exports and the figures of the home page. */
export const exportsFaults: readonly PlantedFault[] = [
  {
    name: 'free SQL of an older program is ignored, so the filter selects everybody',
    file: `${folder}/legacy.ts`,
    find: 'if (sql?.trim()) throw',
    replace: "if (sql === 'no such text') throw",
    tests: [legacy],
  },
  {
    name: 'a condition that cannot be parsed selects everybody',
    file: 'apps/server/src/filters/stored-filter.ts',
    find: 'where: await readCondition(condition),',
    replace: "where: (await readCondition(condition)) ?? { kind: 'predicates', predicates: [] },",
    tests: [`${folder}/run.test.ts`],
  },
  {
    name: 'every manifest names version 1 of its filter',
    file: manifests,
    find: 'filterVersion: filter.version,',
    replace: 'filterVersion: 1,',
    tests: [manifest],
  },
  {
    name: 'a manifest has the name of another user',
    file: manifests,
    find: 'actor: formatActorName(caller.actor),',
    replace: "actor: 'another@example.org',",
    tests: ['apps/server/src/features/studies/export.test.ts'],
  },
  {
    name: 'a manifest hashes its patients in another order than the log',
    file: `${folder}/select-patients.ts`,
    find: "string_agg(id::text, ',' ORDER BY id)",
    replace: "string_agg(id::text, ',' ORDER BY id::text)",
    tests: ['apps/server/src/audit/read-trace.test.ts'],
  },
  {
    name: 'the log hashes the numbers of patients in the order of text',
    file: 'apps/server/src/audit/read-trace.ts',
    find: 'patients.toSorted((a, b) => a - b)',
    replace: 'patients.toSorted()',
    tests: ['apps/server/src/audit/patient-set-hash.test.ts'],
  },
  {
    name: 'the alarm of an export is mailed to a disabled GlobalAdmin',
    file: staffMail,
    find: "r.role = 'GlobalAdmin' AND u.disabled_at IS NULL",
    replace: "r.role = 'GlobalAdmin'",
    tests: [manifest],
  },
  ...['r.center = ${centre}', "r.role = 'GlobalAdmin'", "r.role = 'UserAdmin'"].map((whom) => ({
    name: `mail goes to disabled staff of whom ${whom}`,
    file: staffMail,
    find: `${whom} AND u.disabled_at IS NULL`,
    replace: whom,
    tests: ['apps/server/src/jobs/staff-mail.test.ts'],
  })),
  {
    name: 'a changed filter names items that nobody has',
    file: `${folder}/service.ts`,
    find: '  await checkCondition(where, await readReferenceValues(tx))\n  await findOwnFilter',
    replace: '  await findOwnFilter',
    tests: [legacy],
  },
  {
    name: 'a run on screen returns more than 1,000 rows',
    file: 'apps/server/src/exports/screen-rows.ts',
    find: 'export const maxRowsOnScreen = 1000',
    replace: 'export const maxRowsOnScreen = 10_000',
    tests: [`${folder}/export.test.ts`],
  },
  {
    name: 'a client that leaves before the first byte keeps its export running',
    file: 'apps/server/src/http/downloads.ts',
    find: '  if (raw.destroyed) body.destroy()\n  else raw',
    replace: '  raw',
    tests: [`${folder}/export.test.ts`],
  },
  {
    name: 'patients with medical consent are counted by personal consent',
    file: home,
    find: 'count(*) FILTER (WHERE c_db_m)::int',
    replace: 'count(*) FILTER (WHERE c_db_p)::int',
    tests: [figures],
  },
  {
    name: 'patients who answered No count as invited',
    file: home,
    find: 'WHERE c_db IS NULL)',
    replace: 'WHERE c_db IS NOT TRUE)',
    tests: [figures],
  },
  {
    name: 'the last exports show the newest name of their filter',
    file: home,
    find: 'ON v.filter_id = m.filter_id AND v.version = m.filter_version',
    replace: 'ON v.filter_id = m.filter_id AND v.version = (SELECT max(version) FROM saved_filter_version WHERE filter_id = m.filter_id)',
    tests: [figures, manifest],
  },
  {
    name: 'a person follows the export of another one by its id',
    file: 'apps/server/src/work-progress.ts',
    find: '`${id} ${owner}`',
    replace: 'id',
    tests: ['apps/server/src/work-progress.test.ts'],
  },
]
