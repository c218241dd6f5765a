import type { Random } from '../random.ts'
import type { Complications } from './complications.ts'
import type { Trajectory } from './trajectory.ts'
import type { Values } from './values.ts'

/** Lists medicines outside the other sections, as one line of Italian text. */
export const listOtherTherapies = (random: Random, trajectory: Trajectory, found: Complications): Values => {
  const medicines: string[] = []
  if (trajectory.phenotype === 'NTDT' || trajectory.diagnosis.family === 'sickle') medicines.push('acido folico 5 mg/die')
  if (found.has('HYPOTHYROIDISM')) medicines.push(`levotiroxina ${random.pick([50, 75, 100])} mcg/die`)
  if (found.has('HYPOGANADISM')) medicines.push(trajectory.sex === 'F' ? 'terapia ormonale sostitutiva' : 'testosterone in gel')
  if (found.has('HYPOPARATHYROIDISM')) medicines.push('calcitriolo e calcio carbonato')
  if (found.has('DIABETES')) medicines.push(random.pick(['metformina', 'insulina basal-bolus']))
  if (found.has('HEART_FAILURE')) medicines.push('ramipril e bisoprololo')
  if (found.has('OSTEOPOROSIS')) medicines.push(random.pick(['acido alendronico', 'denosumab semestrale', 'acido zoledronico annuale']))
  if (trajectory.phenotype === 'TDT' && random.chance(0.5)) medicines.push('colecalciferolo')
  return medicines.length > 0 && random.chance(0.8) ? { OTHER_THERAPIES: medicines.join(', ') } : {}
}
