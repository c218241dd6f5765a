import type { Random, Weighted } from '../random.ts'
import type { Complications } from './complications.ts'
import type { Course } from './course.ts'
import type { Values } from './values.ts'
import { isoDay } from '../calendar.ts'
import { diedInPandemic } from './covid.ts'
import { isSickle } from './phenotype.ts'

export const causeCovid = 'COVID-19'

const causes = (course: Course, found: Complications): Weighted<string>[] => {
  const list: Weighted<string>[] = [
    ['Sepsi', 16],
    ['Neoplasia', 12],
    ['Causa non nota', 8],
    ['Emorragia cerebrale', 4],
  ]
  if (course.phenotype === 'TDT') list.push(['Scompenso cardiaco', 30], ['Aritmia', 10])
  if (found.has('HCC')) list.push(['Epatocarcinoma', 90])
  if (found.has('LIVER_CIRRHOSIS')) list.push(['Insufficienza epatica', 40])
  if (isSickle(course.phenotype)) list.push(['Sindrome toracica acuta', 32], ['Insufficienza multiorgano', 16], ['Ictus', 10])
  if (diedInPandemic(course)) list.push([causeCovid, 22])
  return list
}

/** Status, and day and cause of death of the dead (rule R02). */
export const outcomeOf = (random: Random, course: Course, found: Complications): Values => {
  if (course.status !== 'DEAD') return { STATUS: course.status }
  return { STATUS: 'DEAD', DEAD_DATE: isoDay(course.lastSeen), DEAD_CAUSE: random.weighted(causes(course, found)) }
}
