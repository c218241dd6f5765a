import { messages as shell } from '@registry/app-shell/locales/en.po'
import { messages as shared } from '@registry/domain/locales/en.po'
import { messages as kit } from '@registry/ui/locales/en.po'
import { messages as own } from '../../locales/en.po'

export const messages = { ...shared, ...kit, ...shell, ...own }
