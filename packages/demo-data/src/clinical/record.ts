import type { Random } from '../random.ts'
import type { Course } from './course.ts'
import type { Values } from './values.ts'
import { formatDay } from '../calendar.ts'
import { drawAdmissions } from './admissions.ts'
import { drawBloodGroup, drawWeight } from './body.ts'
import { drawDensitometry, drawStiffness } from './bone.ts'
import { drawChelation } from './chelation.ts'
import { drawComplications, complicationValues } from './complications.ts'
import { drawCovid } from './covid.ts'
import { drawCure } from './cure.ts'
import { causeCovid, drawOutcome } from './death.ts'
import { drawSecondDiagnosis } from './diagnosis.ts'
import { drawIron, drawResonance } from './iron.ts'
import { drawCreatinine, estimateFiltration } from './kidney.ts'
import { drawLaboratory } from './laboratory.ts'
import { leaveGaps } from './missing.ts'
import { listOtherTherapies } from './other-therapies.ts'
import { drawSurgery } from './surgery.ts'
import { drawTransfusion } from './transfusion.ts'
import { drawHydroxyurea, drawLuspatercept } from './treatments.ts'

const diagnosisValues = (random: Random, course: Course): Values => {
  const second = drawSecondDiagnosis(random, course.diagnosis, course.centre.code)
  return {
    FENOTYPE: course.phenotype,
    DOD: formatDay(course.diagnosed),
    DIAGNOSIS: course.diagnosis.id,
    GENOTYPE: course.diagnosis.genotype,
    ...(second ? { DIAGNOSIS_2: second } : {}),
  }
}

/**
 * Draws a consistent medical record: complications follow age and iron, transfusions follow the spleen, laboratory and treatments follow all of them.
 * It breaks no hard limit and no rule of severity error. The database computes COMPLICATIONS_NUM (REQ-CRF-05).
 */
export const drawMedicalRecord = (random: Random, course: Course): Values => {
  const weight = drawWeight(random, course)
  const cure = drawCure(random, course)
  const luspatercept = drawLuspatercept(random, course)
  const iron = drawIron(random, course)
  const { values: outcome, complications } = drawOutcome(random, course, drawComplications(random, course, iron))
  const surgery = drawSurgery(random, course, complications)
  const sparing = luspatercept.sparing * (surgery.SPLENECTOMY === true ? random.between(0.65, 0.85) : 1)
  const transfusion = drawTransfusion(random, course, cure, weight, sparing)
  const creatinine = drawCreatinine(random, course, complications)
  return leaveGaps(random, course, {
    WEIGHT: weight,
    BLOOD_GROUP: drawBloodGroup(random),
    ...outcome,
    ...listOtherTherapies(random, course, complications),
    ...diagnosisValues(random, course),
    ...complicationValues(complications),
    ...surgery,
    BMT: false,
    GT: false,
    ...cure?.values,
    ...drawAdmissions(random, course, complications),
    ...transfusion.values,
    ...drawChelation(random, course, { iron, transfusion, cure, filtration: estimateFiltration(creatinine, course) }),
    ...drawHydroxyurea(random, course),
    ...luspatercept.values,
    ...drawLaboratory(random, course, iron, complications, creatinine),
    ...drawResonance(random, course, iron),
    ...drawDensitometry(random, course, complications),
    ...drawStiffness(random, course, complications),
    ...drawCovid(random, course, outcome.DEAD_CAUSE === causeCovid),
  })
}
