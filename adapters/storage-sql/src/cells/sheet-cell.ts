import { type AccountDimensions, sheetNamed } from '@postrider/core/ledger/domain/book'
import { readText, type Cell } from './cell.js'

/**
 * The book and currency of a column `currency` in the tables of money: one text, so that a program that knows of one
 * book alone finds and settles what stands in the other, without knowing that it does (docs/decisions/0030).
 */
export const sheetOf = (cell: Cell | undefined): AccountDimensions => sheetNamed(readText(cell))
