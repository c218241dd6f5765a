import type { PlantedFault } from '../planted-fault.ts'

const file = 'packages/db/src/objects/versions.ts'

const versions = 'packages/db/src/objects/versions.test.ts'

export const triggersFaults: readonly PlantedFault[] = [
  {
    name: 'a save keeps the version of the record',
    file,
    find: 'NEW.version := OLD.version + 1;',
    replace: 'NEW.version := OLD.version;',
    tests: [versions],
  },
  {
    name: 'history does not know who saved',
    file,
    find: "saved_by text := nullif(current_setting('app.actor', true), '');",
    replace: "saved_by text := 'somebody';",
    tests: [versions],
  },
  {
    name: 'complications are counted as the client says',
    file,
    find: "${derived[block].map(({ column, is }) => `NEW.${column} := ${is};`).join('\\n    ')}",
    replace: '',
    tests: [versions],
  },
  { name: 'an update leaves no history', file, find: ": (['UPDATE'] as const)", replace: ": (['INSERT'] as const)", tests: [versions] },
]
