import type { PersonalData, PersonalDataChange } from '@registry/api-contract/personal-data'

/** The change that saves the read data as they are, for tests that replace some of its values. */
export const toChange = ({
  version,
  name: _name,
  surname: _surname,
  dob: _dob,
  shared: _shared,
  names: _names,
  ...values
}: PersonalData): Pick<PersonalDataChange, 'version' | 'values'> => ({ version, values })
