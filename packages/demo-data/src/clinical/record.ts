import type { Random } from '../random.ts'
import type { Course } from './course.ts'
import type { Values } from './values.ts'
import { isoDay } from '../calendar.ts'
import { admissionsOf } from './admissions.ts'
import { bloodGroupOf, weightOf } from './body.ts'
import { densitometryOf, stiffnessOf } from './bone.ts'
import { chelationOf } from './chelation.ts'
import { complicationsOf, complicationValues } from './complications.ts'
import { covidOf } from './covid.ts'
import { cureOf } from './cure.ts'
import { causeCovid, outcomeOf } from './death.ts'
import { secondDiagnosisOf } from './diagnosis.ts'
import { ironOf, resonanceOf } from './iron.ts'
import { creatinineOf, filtrationOf } from './kidney.ts'
import { laboratoryOf } from './laboratory.ts'
import { leaveGaps } from './missing.ts'
import { otherTherapiesOf } from './other-therapies.ts'
import { surgeryOf } from './surgery.ts'
import { transfusionOf } from './transfusion.ts'
import { hydroxyureaOf, luspaterceptOf } from './treatments.ts'

const diagnosisValues = (random: Random, course: Course): Values => {
  const second = secondDiagnosisOf(random, course.diagnosis, course.centre.code)
  return {
    FENOTYPE: course.phenotype,
    DOD: isoDay(course.diagnosed),
    DIAGNOSIS: course.diagnosis.id,
    GENOTYPE: course.diagnosis.genotype,
    ...(second ? { DIAGNOSIS_2: second } : {}),
  }
}

/**
 * A medical record that belongs together: iron follows transfusions and chelation, complications follow age and iron, transfusions the
 * spleen, the cause of death the complications, laboratory and treatments all of them. Breaks no hard limit and no RULE-01 to RULE-38 of severity E.
 * COMPLICATIONS_NUM is left to the database, which recomputes it at every save (D14).
 */
export const medicalRecordOf = (random: Random, course: Course): Values => {
  const weight = weightOf(random, course)
  const cure = cureOf(random, course)
  const luspatercept = luspaterceptOf(random, course)
  const iron = ironOf(random, course)
  const { values: outcome, complications } = outcomeOf(random, course, complicationsOf(random, course, iron))
  const surgery = surgeryOf(random, course, complications)
  const sparing = luspatercept.sparing * (surgery.SPLENECTOMY === true ? random.between(0.65, 0.85) : 1)
  const transfusion = transfusionOf(random, course, cure, weight, sparing)
  const creatinine = creatinineOf(random, course, complications)
  return leaveGaps(random, course, {
    WEIGHT: weight,
    BLOOD_GROUP: bloodGroupOf(random),
    ...outcome,
    ...otherTherapiesOf(random, course, complications),
    ...diagnosisValues(random, course),
    ...complicationValues(complications),
    ...surgery,
    BMT: false,
    GT: false,
    ...cure?.values,
    ...admissionsOf(random, course, complications),
    ...transfusion.values,
    ...chelationOf(random, course, { iron, transfusion, cure, filtration: filtrationOf(creatinine, course) }),
    ...hydroxyureaOf(random, course),
    ...luspatercept.values,
    ...laboratoryOf(random, course, iron, complications, creatinine),
    ...resonanceOf(random, course, iron),
    ...densitometryOf(random, course, complications),
    ...stiffnessOf(random, course, complications),
    ...covidOf(random, course, outcome.DEAD_CAUSE === causeCovid),
  })
}
