import type { LegacyShapes } from './http/legacy/shape.ts'
import { centreConsentsShapes } from './features/centre-consents/legacy-shapes.ts'
import { consentsShapes } from './features/consents/legacy-shapes.ts'
import { identityRequestsShapes } from './features/identity-requests/legacy-shapes.ts'
import { importsShapes } from './features/imports/legacy-shapes.ts'
import { referenceTablesShapes } from './features/reference-tables/legacy-shapes.ts'
import { savedFiltersShapes } from './features/saved-filters/legacy-shapes.ts'
import { signInShapes } from './features/sign-in/legacy-shapes.ts'

/** What the legacy paths take and answer, each feature one line: the OpenAPI document has one entry for each. */
export const legacyShapes: LegacyShapes = {
  ...centreConsentsShapes,
  ...consentsShapes,
  ...identityRequestsShapes,
  ...importsShapes,
  ...referenceTablesShapes,
  ...savedFiltersShapes,
  ...signInShapes,
}
