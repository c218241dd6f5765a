import { expect, test } from 'vitest'
import { listSignableYears } from './signature.ts'

test('REQ-CRF-15: a record is signed for this year or the last one', () => expect(listSignableYears('2026-01-01')).toEqual([2026, 2025]))
