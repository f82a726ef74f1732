import Input from 'antd/es/input';
import Switch from 'antd/es/switch';
import { useNavigate, useParams } from 'react-router-dom';
import { services, type Service } from '@daybook/contracts/settings/services/services';
import { Can } from '@daybook/shared/record/can';
import {
  linkColumn,
  moneyColumn,
  statusColumn,
  textColumn,
  type ColumnsOf,
} from '@daybook/shared/list/columns';
import { DataTable } from '@daybook/shared/list/data-table';
import { fieldOf } from '@daybook/shared/form/field';
import { FilterChoice } from '@daybook/shared/list/filters';
import { FormScreen } from '@daybook/shared/form/form-screen';
import { LinkButton } from '@daybook/shared/record/link-button';
import { ListScreen } from '@daybook/shared/list/list-screen';
import { Lookup } from '@daybook/shared/inputs/lookup';
import { MoneyInput } from '@daybook/shared/inputs/money-input';
import { ReadView } from '@daybook/shared/read/read-view';
import { useList } from '@daybook/shared/list/use-list';
import { useRead } from '@daybook/shared/read/use-read';

// Screens to test the shared modules with: a list and a form, written as in a remote.

export function ServiceList() {
  const list = useList(services);
  const columns: ColumnsOf<typeof services> = [
    linkColumn(
      'Name',
      (service) => service.name,
      (service) => `/services/edit/${service.id}`,
      { sort: 'name' },
    ),
    textColumn('Department', (service) => service.department?.label),
    moneyColumn(
      'Price',
      (service) => service.price,
      (service) => service.currency ?? 'EUR',
    ),
    statusColumn('State', (service) =>
      service.active ? { tone: 'done', label: 'In use' } : { tone: 'draft', label: 'No longer used' },
    ),
  ];
  return (
    <ListScreen
      title="Services"
      list={list}
      search="Search by name"
      filters={
        <FilterChoice
          list={list}
          name="active"
          label="State"
          options={[
            { value: 'true', label: 'In use' },
            { value: 'false', label: 'No longer used' },
          ]}
        />
      }
      empty="What the firm sells belongs here."
      primary={
        <Can do="services">
          <LinkButton type="primary" to="/services/add">
            New service
          </LinkButton>
        </Can>
      }
    >
      <DataTable label="Services" list={list} columns={columns} />
    </ListScreen>
  );
}

const Field = fieldOf(services.create);

function ServiceFields() {
  return (
    <>
      <Field name="name" label="Name">
        <Input />
      </Field>
      <Field name="departmentId" label="Department">
        <Lookup kind="department" />
      </Field>
      <Field name="price" label="Price">
        <MoneyInput currency="EUR" />
      </Field>
      <Field name="sacHsn" label="SAC or HSN code" hint="India only">
        <Input />
      </Field>
      <Field name="taxCodeId" label="Tax code">
        <Lookup kind="tax_code" />
      </Field>
    </>
  );
}

export function NewService() {
  const navigate = useNavigate();
  return (
    <FormScreen
      title="New service"
      endpoint={services.create}
      fixed={{ currency: 'EUR' }}
      backTo="/services"
      onSaved={() => void navigate('/services')}
    >
      <ServiceFields />
    </FormScreen>
  );
}

const EditField = fieldOf(services.edit);

const valuesOf = ({ name, department, sacHsn, price, taxCode, active }: Service) => ({
  name,
  sacHsn,
  price,
  active,
  departmentId: department?.id ?? null,
  taxCodeId: taxCode.id,
});

export function EditService() {
  const { id = '' } = useParams();
  const navigate = useNavigate();
  const read = useRead(services.open, { id });
  return (
    <ReadView of={read} shape="form">
      {(service) => (
        <FormScreen
          title={service.name}
          endpoint={services.edit}
          initial={valuesOf(service)}
          fixed={{ id }}
          version={service.version}
          valuesOf={valuesOf}
          backTo="/services"
          onSaved={() => void navigate('/services')}
        >
          <ServiceFields />
          <EditField name="active" label="In use" valueProp="checked">
            <Switch />
          </EditField>
        </FormScreen>
      )}
    </ReadView>
  );
}
