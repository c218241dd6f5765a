import { createOwnerFunction, formatSignature, type OwnerFunction } from './owner-function.ts'
import { leastCentres, leastPatients } from './small-numbers.ts'
import type { Statement } from './text.ts'

const medians: OwnerFunction = {
  // Row security limits a centre to its own indicators. A median of whole percents of at least five centres identifies none (REQ-CRF-12).
  name: 'list_network_medians',
  parameters: {},
  returns: 'TABLE (name text, percent integer)',
  body: `
    SELECT f.name::text, round(100 * percentile_cont(0.5) WITHIN GROUP (ORDER BY f.counted::double precision / f.total))::integer
    FROM centre_indicator AS f JOIN centre AS c ON c.code = f.centre_code
    WHERE c.disabled_at IS NULL AND f.patients >= ${leastPatients} AND f.total > 0
    GROUP BY f.name HAVING count(*) >= ${leastCentres}`,
}

export const centreIndicatorSignatures = [formatSignature(medians)]
export const centreIndicatorStatements: readonly Statement[] = [createOwnerFunction(medians)]
