/** The figures of a step, for example `{ acknowledged: 20535, lost: 0 }`. They are printed as `acknowledged 20535, lost 0`. */
export type Figures = Readonly<Record<string, string | number>>

/** Programs that a step needs, with where to get them: `{ haproxy: 'apt' }`. Without one of them the step is skipped. */
export type Programs = Readonly<Record<string, string>>

/** Runs one step. It fails when `work` throws; the steps after it still run. Resolves to true when it passed. */
export type RunStep = (name: string, work: () => Promise<Figures | void>, needs?: Programs) => Promise<boolean>

/** `patients` is the size of a filled registry. */
export type DrillOptions = { readonly patients: number }

/** An exercise of the operation that needs more time or programs than a test. */
export type Drill = {
  readonly name: string
  readonly description: string
  readonly steps: (step: RunStep, options: DrillOptions) => Promise<void>
}
