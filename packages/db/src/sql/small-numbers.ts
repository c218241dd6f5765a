/** A centre with fewer patients would show its own numbers in those of the network, and fewer centres those of each other (docs/policies.md). */
export const leastPatients = 5
export const leastCentres = 5
