import type { PersonalData, PersonalDataChange } from '@registry/api-contract/personal-data'

/** Returns a change that saves the read data unchanged. Tests replace some of its values. */
export const toChange = ({
  version,
  name: _name,
  surname: _surname,
  dob: _dob,
  shared: _shared,
  names: _names,
  ...values
}: PersonalData): Pick<PersonalDataChange, 'version' | 'values'> => ({ version, values })
