import { Refusal } from '@registry/domain/fault'
import type { FaultCode } from '@registry/domain/fault-texts'
import { TableFault, type TableFaultCode } from '@registry/tabular/fault'

/** Every fault of a file has its sentence among the fault texts; this does not compile without one of them. */
const spoken: (code: TableFaultCode) => FaultCode = (code) => code

/** A fault of the file as a refusal of the whole load (D4); anything else is an error of the program. */
export const refusalOfTable = (error: unknown): unknown =>
  error instanceof TableFault ? new Refusal(spoken(error.code), error.params) : error
