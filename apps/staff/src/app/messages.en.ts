import { messages as shared } from '@registry/domain/locales/en.po'
import { messages as own } from '../../locales/en.po'

export const messages = { ...shared, ...own }
