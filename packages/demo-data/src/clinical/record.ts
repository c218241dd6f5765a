import type { Random } from '../random.ts'
import type { Trajectory } from './trajectory.ts'
import type { Values } from './values.ts'
import { formatDay } from '../calendar.ts'
import { sampleAdmissions } from './admissions.ts'
import { sampleBloodGroup, sampleWeight } from './body.ts'
import { sampleDensitometry, sampleStiffness } from './bone.ts'
import { sampleChelation } from './chelation.ts'
import { sampleComplications, complicationValues } from './complications.ts'
import { sampleCovid } from './covid.ts'
import { sampleCure } from './cure.ts'
import { causeCovid, sampleOutcome } from './death.ts'
import { sampleSecondDiagnosis } from './diagnosis.ts'
import { sampleIron, sampleMri } from './iron.ts'
import { sampleCreatinine, estimateFiltration } from './kidney.ts'
import { sampleLaboratory } from './laboratory.ts'
import { leaveGaps } from './missing.ts'
import { listOtherTherapies } from './other-therapies.ts'
import { sampleSurgery } from './surgery.ts'
import { sampleTransfusion } from './transfusion.ts'
import { sampleHydroxyurea, sampleLuspatercept } from './treatments.ts'

const diagnosisValues = (random: Random, trajectory: Trajectory): Values => {
  const second = sampleSecondDiagnosis(random, trajectory.diagnosis, trajectory.centre.code)
  return {
    FENOTYPE: trajectory.phenotype,
    DOD: formatDay(trajectory.diagnosed),
    DIAGNOSIS: trajectory.diagnosis.id,
    GENOTYPE: trajectory.diagnosis.genotype,
    ...(second ? { DIAGNOSIS_2: second } : {}),
  }
}

/**
 * Samples a consistent medical record. Complications follow age and iron, transfusions the spleen, laboratory and treatments all of them.
 * It breaks no hard limit and no rule of severity error. The database computes COMPLICATIONS_NUM (REQ-CRF-05).
 */
export const sampleMedicalRecord = (random: Random, trajectory: Trajectory): Values => {
  const weight = sampleWeight(random, trajectory)
  const cure = sampleCure(random, trajectory)
  const luspatercept = sampleLuspatercept(random, trajectory)
  const iron = sampleIron(random, trajectory)
  const { values: outcome, complications } = sampleOutcome(random, trajectory, sampleComplications(random, trajectory, iron))
  const surgery = sampleSurgery(random, trajectory, complications)
  const sparing = luspatercept.sparing * (surgery.SPLENECTOMY === true ? random.between(0.65, 0.85) : 1)
  const transfusion = sampleTransfusion(random, trajectory, cure, weight, sparing)
  const creatinine = sampleCreatinine(random, trajectory, complications)
  return leaveGaps(random, trajectory, {
    WEIGHT: weight,
    BLOOD_GROUP: sampleBloodGroup(random),
    ...outcome,
    ...listOtherTherapies(random, trajectory, complications),
    ...diagnosisValues(random, trajectory),
    ...complicationValues(complications),
    ...surgery,
    BMT: false,
    GT: false,
    ...cure?.values,
    ...sampleAdmissions(random, trajectory, complications),
    ...transfusion.values,
    ...sampleChelation(random, trajectory, { iron, transfusion, cure, filtration: estimateFiltration(creatinine, trajectory) }),
    ...sampleHydroxyurea(random, trajectory),
    ...luspatercept.values,
    ...sampleLaboratory(random, trajectory, iron, complications, creatinine),
    ...sampleMri(random, trajectory, iron),
    ...sampleDensitometry(random, trajectory, complications),
    ...sampleStiffness(random, trajectory, complications),
    ...sampleCovid(random, trajectory, outcome.DEAD_CAUSE === causeCovid),
  })
}
