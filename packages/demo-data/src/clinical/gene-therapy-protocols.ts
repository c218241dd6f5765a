import type { Day } from '../calendar.ts'
import { parseDay } from '../calendar.ts'

/** Enrolment periods of the European trials (ClinicalTrials.gov), and the licence of exagamglogene autotemcel (EMA, 9 February 2024). */
const protocols = [
  { name: 'TIGET-BTHAL', families: ['beta'], from: parseDay('2015-05-06'), to: parseDay('2019-12-31') },
  { name: 'NORTHSTAR-3 (beti-cel)', families: ['beta'], from: parseDay('2017-06-08'), to: parseDay('2021-08-31') },
  { name: 'CLIMB-111 (exa-cel)', families: ['beta'], from: parseDay('2018-09-14'), to: parseDay('2024-02-08') },
  { name: 'CLIMB-121 (exa-cel)', families: ['sickle'], from: parseDay('2018-11-27'), to: parseDay('2024-02-08') },
  { name: 'Casgevy (exa-cel)', families: ['beta', 'sickle'], from: parseDay('2024-02-09'), to: parseDay('9999-12-31') },
] as const

type Family = (typeof protocols)[number]['families'][number]

const listProtocols = (family: Family) => protocols.filter(({ families }) => families.some((each) => each === family))

/** Returns the first day of a protocol for this family. */
export const firstGeneTherapy = (family: Family): Day => Math.min(...listProtocols(family).map(({ from }) => from))

export const listProtocolNames = (family: Family, day: Day): readonly string[] =>
  listProtocols(family)
    .filter(({ from, to }) => from <= day && day <= to)
    .map(({ name }) => name)
