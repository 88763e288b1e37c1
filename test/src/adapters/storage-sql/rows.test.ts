import { expect } from 'chai'
import fc from 'fast-check'
import type { Cell } from '@postrider/storage-sql/cells/cell'
import type { Engine } from '@postrider/storage-sql/engine/engine'
import { insertInto } from '@postrider/storage-sql/engine/insertion'
import { statement } from '@postrider/storage-sql/engine/template'
import { anInteger, anIntegerOrNone, aText, aTextOrNone } from '@postrider/storage-sql/rows/column'
import { type RecordFields, group, groupOrNone } from '@postrider/storage-sql/rows/fields'
import { recordTable } from '@postrider/storage-sql/rows/record-table'
import { expression, joined, outer } from '@postrider/storage-sql/rows/selection'
import { fresh } from '@postrider/conformance/builders/fresh'
import { right } from '@postrider/conformance/outcome'
import { anId } from '@postrider/storage-sql/rows/column'
import type { MessageId } from '@postrider/core/kernel/ids/id'
import { onMariadb, onSqlite, type Place, useDatabases } from './empty-database.js'

interface Parcel {
  readonly parcelId: MessageId
  readonly weight: number
  readonly label: string | undefined
  readonly size: { readonly width: number; readonly height: number }
  readonly delivery: { readonly atMs: number; readonly by: string } | undefined
  readonly name: string
  readonly suffix: string
}

const fields: RecordFields<Parcel> = {
  parcelId: anId('msg', 'id'),
  weight: anInteger('weight'),
  label: aTextOrNone('label'),
  size: group({ width: anInteger('width'), height: anInteger('height') }),
  delivery: groupOrNone({ atMs: anInteger('delivered_at'), by: aText('delivered_by') }),
  name: aText('name'),
  suffix: aText('suffix'),
}
const derived = {
  full_name: { write: ({ name, suffix }: Parcel): Cell => `${name}/${suffix}` },
  area: { write: ({ size }: Parcel): Cell => size.width * size.height },
}

const parcels = recordTable<Parcel>('parcels', fields, { derived })

/** The same with a column inserted in the middle, as a later version may have it. */
const fragileParcels = recordTable<Parcel & { readonly fragility: number | undefined }>(
  'parcels',
  {
    parcelId: fields.parcelId,
    weight: fields.weight,
    fragility: anIntegerOrNone('fragility'),
    label: fields.label,
    size: fields.size,
    delivery: fields.delivery,
    name: fields.name,
    suffix: fields.suffix,
  },
  { derived },
)

/** The same again, read by a form that has its properties in another order. */
const formedParcels = recordTable<Parcel>('parcels', fields, {
  derived,
  form: ({ suffix, name, delivery, size, label, weight, parcelId }) => ({
    suffix,
    name,
    delivery,
    size,
    label,
    weight,
    parcelId,
  }),
})

const aParcel = (): fc.Arbitrary<Parcel> =>
  fc.record({
    parcelId: fc.constant(undefined).map(() => fresh.id('msg')),
    weight: fc.integer(),
    label: fc.option(fc.string({ unit: 'grapheme-ascii' }), { nil: undefined }),
    size: fc.record({ width: fc.nat(999), height: fc.nat(999) }),
    delivery: fc.option(fc.record({ atMs: fc.nat(), by: fc.constantFrom('van', 'bike') }), {
      nil: undefined,
    }),
    name: fc.constantFrom('a', 'b'),
    suffix: fc.constantFrom('x', ''),
  })

const COLUMNS = `weight BIGINT NOT NULL, label TEXT, width BIGINT NOT NULL, height BIGINT NOT NULL,
  delivered_at BIGINT, delivered_by TEXT, name TEXT NOT NULL, suffix TEXT NOT NULL, full_name TEXT NOT NULL, area BIGINT NOT NULL`

const readAll = async (engine: Engine, select: string) =>
  (await right(async () => engine.read([statement(`SELECT ${select}`)()], 'each')))[0] ?? []

const describeRows = (name: string, open: () => Promise<Place>): void => {
  describe(`Rows of ${name}`, () => {
    const databases = useDatabases()
    let engine: Engine
    const given = async (table: typeof parcels, list: readonly Parcel[]): Promise<void> => {
      const statements = [insertInto(table.table)(table.rows(list))]
      await right(async () => engine.transact([], () => ({ statements, result: undefined })))
    }
    beforeEach(async () => {
      engine = (await databases.opened(open)).engine
      const { id } = engine.dialect.types
      await engine.knex.raw(`CREATE TABLE parcels (id ${id} NOT NULL PRIMARY KEY, ${COLUMNS})`)
    })

    it('are returned as they were written, whole, in part and formed', async () => {
      const [first] = fc.sample(aParcel(), 1)
      const list = fc.sample(aParcel(), 40)
      await given(parcels, list)
      const rows = await readAll(engine, `${parcels.select('p')} FROM parcels p`)
      expect(rows.map(parcels.of)).to.have.deep.members(list)
      expect(rows.map(formedParcels.of)).to.have.deep.members(list)
      const part = parcels.pick('suffix', 'delivery')
      const parts = await readAll(engine, `${part.select('p')} FROM parcels p`)
      expect(part.width).to.equal(3)
      expect(parts.map(part.of)).to.have.deep.members(
        list.map(({ suffix, delivery }) => ({ suffix, delivery })),
      )
      const blank = parcels.given({ weight: 0, size: first?.size ?? { width: 0, height: 0 } })
      expect(blank.select('p')).to.not.match(/weight|width|height/)
      const blanks = await readAll(engine, `${blank.select('p')} FROM parcels p`)
      expect(blanks.map(blank.of).map(({ weight }) => weight)).to.deep.equal(list.map(() => 0))
    })

    it('are read correctly if the declaration has an additional column in the middle', async () => {
      const list = fc.sample(aParcel(), 20)
      await given(parcels, list)
      await engine.knex.raw('ALTER TABLE parcels ADD COLUMN fragility BIGINT')
      const earlier = fc.sample(aParcel(), 20)
      const later = earlier.map((parcel, fragility) => ({ ...parcel, fragility }))
      const statements = [insertInto(fragileParcels.table)(fragileParcels.rows(later))]
      await right(async () => engine.transact([], () => ({ statements, result: undefined })))
      const now = await readAll(engine, `${fragileParcels.select('p')} FROM parcels p`)
      const all = [...list.map((parcel) => ({ ...parcel, fragility: undefined })), ...later]
      expect(now.map(fragileParcels.of)).to.have.deep.members(all)
      const then = await readAll(engine, `${parcels.select('p')} FROM parcels p`)
      expect(then.map(parcels.of)).to.have.deep.members([...list, ...earlier])
    })

    it('are read by table if tables are joined, with any columns between them', async () => {
      const [one, other] = fc.sample(aParcel(), 2)
      if (one === undefined || other === undefined) throw new Error('there are no parcels')
      const [light, heavy] = [
        { ...one, weight: 1 },
        { ...other, weight: 2 },
      ]
      await given(parcels, [light, heavy])
      const pairs = joined({
        next: outer(parcels),
        weight: expression('p.weight', Number),
        p: fragileParcels.pick('parcelId', 'size'),
      })
      const rows = await readAll(
        engine,
        `${pairs.columns} FROM parcels p LEFT JOIN parcels next ON next.weight = p.weight + 1 ORDER BY p.weight`,
      )
      const partOf = ({ parcelId, size }: Parcel) => ({ parcelId, size })
      expect(rows.map(pairs.of)).to.deep.equal([
        { next: heavy, weight: 1, p: partOf(light) },
        { next: undefined, weight: 2, p: partOf(heavy) },
      ])
    })
  })
}

describe('A table that is declared once', () => {
  describeRows('SQLite', onSqlite)
  describeRows('MariaDB', onMariadb)
})
