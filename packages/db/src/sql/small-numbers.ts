/**
 * With fewer patients, network sums would reveal a centre's numbers; with fewer centres, they would reveal each other's (docs/policies.md).
 */
export const leastPatients = 5
export const leastCentres = 5
