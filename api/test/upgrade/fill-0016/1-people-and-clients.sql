-- The people and clients of a firm that has kept its books in Daybook for eight years; `fill.invoices` sets its size. Every
-- random choice follows from a number and a seed, so that two fillings on one day are the same.
create schema fill;

create function fill.size(share numeric) returns int language sql stable as
  $$ select greatest(20, (current_setting('fill.invoices')::int * share)::int) $$;

-- From 0 to among - 1.
create function fill.draw(n bigint, seed int, among bigint) returns bigint language sql immutable parallel safe as
  $$ select (hashint8extended(n, seed) & 9007199254740991) % among $$;

create function fill.pick(n bigint, seed int, words text[]) returns text language sql immutable parallel safe as
  $$ select words[1 + fill.draw(n, seed, cardinality(words))] $$;

-- A version 7 uuid of the day, the kind of record and n, so that other tables can compute the id from n.
create function fill.id(kind int, day date, n bigint) returns uuid language sql immutable parallel safe as $$
  select (lpad(to_hex((day - date '1970-01-01')::bigint * 86400000), 12, '0') || '7' || lpad(to_hex(kind), 3, '0') || '8' ||
    lpad(to_hex(n), 15, '0'))::uuid
$$;

-- Same as in api/src/db/search.ts.
create function fill.normal(words text) returns text language sql immutable parallel safe as $$
  select normalize(regexp_replace(normalize(lower(normalize(words, NFKC)), NFD), '[\u0300-\u036f]', '', 'g'), NFC)
$$;

create function fill.first_day() returns date language sql stable as
  $$ select current_setting('fill.today')::date - 2920 $$;

insert into department (id, name)
select fill.id(1, date '2018-01-01', n), (array['Audit', 'Corporate tax', 'Payroll', 'Bookkeeping'])[n]
from generate_series(1, 4) as n;

create table fill.person as
select n, fill.id(2, date '2018-01-01', n) as id,
  case when n <= 30 then 'crm' when n <= 40 then 'manager' else 'executive' end as user_type,
  fill.pick(n, 1, array['Asha', 'Marc', 'Yuki', 'Priya', 'Chloé', 'Wei', 'Rohan', 'Sakura', 'Hugo', 'Meera']) || ' ' ||
    fill.pick(n, 2, array['Rao', 'Moreau', 'Sato', 'Iyer', 'Lefèvre', 'Chen', 'Mehta', 'Tanaka', 'Brunet', 'Shah']) || ' ' || n as name
from generate_series(1, 100) as n;

insert into app_user (id, user_type, name, email, scope, manager_id, search_text)
select id, user_type, name, 'person' || n || '@daybook.test', case user_type when 'manager' then 'department' else 'own' end,
  case user_type when 'executive' then fill.id(2, date '2018-01-01', 31 + n % 10) end, fill.normal(name || ' person' || n)
from fill.person;

insert into user_department (user_id, department_id)
select id, fill.id(1, date '2018-01-01', 1 + n % 4) from fill.person;

-- The firm’s entities, each with the tax of its country: the rate and its components.
create table fill.entity as
select row_number() over (order by entity.country) as e, entity.id, entity.country, entity.legal_name, entity.base_currency as currency,
  entity.doc_locale as locale, entity.rounding_mode, entity.rounding_dir, entity.default_terms as terms, code.id as tax_code_id,
  tax.rate, tax.components, tax.step
from billing_entity entity
join (values ('IN', 'GST18', 18, array['CGST', 'SGST'], 10000), ('FR', 'VAT20', 20, array['VAT'], 100),
  ('JP', 'JCT10', 10, array['JCT'], 100)) as tax (country, code, rate, components, step) on tax.country = entity.country
join lateral (select id from tax_code where regime = entity.regime and category = 'S'
  order by code = tax.code desc, abs((select rate from tax_rate where tax_code_id = tax_code.id order by valid_from desc limit 1)
    - tax.rate) limit 1) code on true;

insert into service (id, name, department_id, sac_hsn, unit, price, currency, tax_code_id, search_text)
select fill.id(3, date '2018-01-01', entity.e * 10 + n), service.name || ' ' || entity.country, fill.id(1, date '2018-01-01', n),
  '998231', 'C62', 100000, entity.currency, entity.tax_code_id, fill.normal(service.name || ' ' || entity.country)
from fill.entity entity,
  (values (1, 'Statutory audit'), (2, 'Corporate tax return'), (3, 'Payroll of the month'), (4, 'Bookkeeping')) as service (n, name);

-- Each entity has a third of the clients, with Latin, Japanese or Chinese names. A few have much more work than the others.
create table fill.client as
select n, fill.id(4, date '2018-01-01', n) as id, e, entity.id as entity_id, entity.currency, entity.locale,
  case
    when e = 1 then fill.pick(n, 11, array['Cauvery', 'Deccan', 'Himalaya', 'Konkan', 'Malabar', 'Nilgiri', 'Sahyadri', 'Vindhya',
        'Godavari', 'Narmada', 'Kaveri', 'Ashoka', 'Lotus', 'Saffron', 'Peacock']) || ' ' ||
      fill.pick(n, 12, array['Textiles', 'Spices', 'Foods', 'Motors', 'Steel', 'Pharma', 'Software', 'Logistics', 'Jewels', 'Paper',
        'Ceramics', 'Exports', 'Organics', 'Polymers', 'Cables']) || ' ' || n || ' Pvt Ltd'
    when e = 2 then fill.pick(n, 13, array['Boulangerie', 'Garage', 'Menuiserie', 'Cabinet', 'Transports', 'Ateliers', 'Pharmacie',
        'Maison', 'Vignobles', 'Librairie', 'Fromagerie', 'Imprimerie']) || ' ' ||
      fill.pick(n, 14, array['Moreau', 'Garnier', 'Lefèvre', 'Bonnet', 'Girard', 'Roussel', 'Chevalier', 'Perrin', 'Mercier',
        'Brunet', 'Noël', 'Dupré']) || ' ' || n
    when n % 2 = 0 then fill.pick(n, 15, array['青葉', '朝日', '石川', '梅田', '大江戸', '京浜', '小林', 'さくら', '清水', '高橋', 'つばめ',
        '東和', '中村', '日進', '浜松', '富士見', '北斗', '松本', 'みなと', '森田', '山手', '吉野', '若葉', '渡辺']) ||
      fill.pick(n, 16, array['商事', '製作所', 'フーズ', '物流', '建設', '不動産', '電機', '印刷', '交通', '薬品', '硝子', '精工', '楽器',
        'システム', '酒造', '水産', '工務店', '設計', '木材', '食品']) || ' ' || n || '株式会社'
    else fill.pick(n, 17, array['上海', '杭州', '苏州', '深圳', '广州', '北京', '成都', '南京', '武汉', '厦门']) ||
      fill.pick(n, 18, array['明德', '华信', '瑞丰', '安达', '天成', '云海', '远东', '金桥', '长江', '百川']) ||
      fill.pick(n, 19, array['贸易', '科技', '电子', '食品', '机械', '医药', '化工', '物流']) || n || '有限公司'
  end as name,
  fill.id(2, date '2018-01-01', 1 + fill.draw(n, 20, 30)) as crm_id
from generate_series(1, fill.size(0.02)) as n
join fill.entity entity on entity.e = 1 + n % 3;
create unique index on fill.client (n);

insert into client (id, code, name, sort_name, kind, status, inactive_on, status_reason, crm_id, manager_id, default_entity_id, currency,
  doc_locale, payment_terms_days, tax_treatment, search_text)
select id, next_client_code(), name, name, fill.pick(n, 21, array['company', 'company', 'llp', 'proprietor', 'individual']),
  case when n % 20 = 7 then 'inactive' else 'active' end, case when n % 20 = 7 then current_setting('fill.today')::date end,
  case when n % 20 = 7 then 'Closed' end, crm_id, fill.id(2, date '2018-01-01', 31 + n % 10), entity_id, currency, locale, 30,
  case e when 1 then 'registered' when 2 then 'eu_b2b' else 'registered' end, fill.normal(name || ' c-' || lpad(n::text, greatest(4, length(n::text)), '0'))
from fill.client order by n;

insert into client_executive (client_id, user_id) select id, fill.id(2, date '2018-01-01', 41 + fill.draw(n, 22, 60)) from fill.client;
insert into client_department (client_id, department_id) select id, fill.id(1, date '2018-01-01', 1 + n % 4) from fill.client;
insert into client_address (client_id, no, kind, line1, city, postal, country, region_code)
select fill.client.id, 1, 'billing', n || ' Main Road', (array['Mumbai', 'Lyon', 'Tokyo'])[e::int], '400001', entity.country,
  case when e = 1 then 'IN-MH' end
from fill.client join fill.entity entity using (e);
insert into contact (id, name, email)
select fill.id(5, date '2018-01-01', n), 'Contact of ' || n, 'client' || n || '@clients.example' from fill.client;
insert into client_contact (client_id, contact_id, no, roles)
select id, fill.id(5, date '2018-01-01', n), 1, '{billing}' from fill.client;
