import { readSources, type SourceFile } from '../repository.ts'

/** Returns all tests, without the planted mentions of the guard's own test. */
export const evidenceSources = (): SourceFile[] => readSources(/^(?!tooling\/src\/guards\/evidence\.test\.ts$).*\.(test|spec)\.tsx?$/)
