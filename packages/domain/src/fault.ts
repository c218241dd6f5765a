import type { FaultCode } from './fault-texts.ts'

/** Why something was refused: a stable code, and what its sentence needs to be said (D2). Never a value of health data. */
export type Fault = { readonly code: FaultCode; readonly params?: Readonly<Record<string, string | number>> }

/** Faults by the name of the field they stand at. */
export type FieldFaults = Readonly<Record<string, Fault>>

/** The one error that services raise; the edge says it in the caller's language. */
export class Refusal extends Error {
  readonly fault: Fault
  readonly fields: FieldFaults

  constructor(code: FaultCode, params?: Fault['params'], fields: FieldFaults = {}) {
    super(code)
    this.name = 'Refusal'
    this.fault = params ? { code, params } : { code }
    this.fields = fields
  }
}

/** A refusal of input whose faults stand at fields. */
export const invalid = (fields: FieldFaults): Refusal => new Refusal('validation_failed', undefined, fields)
