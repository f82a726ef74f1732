import { Profiler } from 'react';
import Input from 'antd/es/input';
import { screen } from '@testing-library/react';
import { services } from '@daybook/contracts/settings/services/services';
import { fieldOf } from '@daybook/shared/form/field';
import { FormScreen } from '@daybook/shared/form/form-screen';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import { atNewService } from '@daybook/shared/test/service-form';

const Field = fieldOf(services.create);

const drawn = jest.fn();

function TwoFields() {
  return (
    <FormScreen
      endpoint={services.create}
      title="New service"
      backTo="/services"
      onSaved={() => undefined}
      initial={{}}
    >
      <Field name="name" label="Name">
        <Input />
      </Field>
      <Profiler id="code" onRender={drawn}>
        <Field name="sacHsn" label="Code">
          <Input />
        </Field>
      </Profiler>
    </FormScreen>
  );
}

describe('the first key in a form', () => {
  it('begins a draft, and draws no other field', async () => {
    sessionStorage.clear();
    fakeServer(services, {});
    const { user } = await renderScreen(<TwoFields />, atNewService);
    const name = await screen.findByRole('textbox', { name: 'Name' });
    await user.click(name);
    expect(drawn).toHaveBeenCalled();
    drawn.mockClear();
    await user.keyboard('A');
    expect(name).toHaveValue('A');
    expect(document.querySelector('[data-typed="true"]')).not.toBeNull();
    expect(drawn).not.toHaveBeenCalled();
  });
});
