import { readSources, type SourceFile } from '../repository.ts'

/** Every test of the product; the guard's own planted mentions are no evidence. */
export const evidenceSources = (): SourceFile[] => readSources(/^(?!tooling\/src\/guards\/evidence\.test\.ts$).*\.(test|spec)\.tsx?$/)
