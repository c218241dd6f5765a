import type { Day } from '../calendar.ts'
import { dayOf } from '../calendar.ts'

/** Enrolment of the European trials (ClinicalTrials.gov), and the licence of exagamglogene autotemcel (EMA, 9 February 2024). */
const protocols = [
  { name: 'TIGET-BTHAL', families: ['beta'], from: dayOf('2015-05-06'), to: dayOf('2019-12-31') },
  { name: 'NORTHSTAR-3 (beti-cel)', families: ['beta'], from: dayOf('2017-06-08'), to: dayOf('2021-08-31') },
  { name: 'CLIMB-111 (exa-cel)', families: ['beta'], from: dayOf('2018-09-14'), to: dayOf('2024-02-08') },
  { name: 'CLIMB-121 (exa-cel)', families: ['sickle'], from: dayOf('2018-11-27'), to: dayOf('2024-02-08') },
  { name: 'Casgevy (exa-cel)', families: ['beta', 'sickle'], from: dayOf('2024-02-09'), to: dayOf('9999-12-31') },
] as const

type Family = (typeof protocols)[number]['families'][number]

const ofFamily = (family: Family) => protocols.filter(({ families }) => families.some((one) => one === family))

/** The first day on which patients of this family could be treated. */
export const firstGeneTherapy = (family: Family): Day => Math.min(...ofFamily(family).map(({ from }) => from))

/** The protocols that take patients of this family on this day. */
export const protocolsOn = (family: Family, day: Day): readonly string[] =>
  ofFamily(family)
    .filter(({ from, to }) => from <= day && day <= to)
    .map(({ name }) => name)
