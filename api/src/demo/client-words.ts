/** The parts of names and addresses of clients, by market. */

export const indianFirms = {
  first:
    'Saraswati Himalaya Konark Deccan Malabar Narmada Aravalli Kaveri Sahyadri Godavari Indus Nilgiri Ganga Surya Vayu Coromandel'.split(
      ' ',
    ),
  trade:
    'Textiles Foods Pharma Steel Logistics Organics Ceramics Motors Packaging Infotech Agro Jewels'.split(
      ' ',
    ),
};

export const indianPeople = {
  first: 'Aarav Diya Kabir Meera Arjun Isha Nikhil Kavya Farhan Sunita Harpreet Lakshmi Joseph Zoya'.split(
    ' ',
  ),
  last: 'Sharma Iyer Patel Khan Reddy Das Kulkarni Singh Menon Banerjee Fernandes Joshi'.split(' '),
};

export const hindiShops = [
  'श्री गणेश वस्त्र भंडार',
  'शर्मा मिष्ठान',
  'लक्ष्मी ज्वैलर्स',
  'गुप्ता ट्रेडर्स',
  'भारत स्टेशनरी मार्ट',
  'जय अंबे किराना स्टोर',
  'नवजीवन आयुर्वेद',
  'सूर्या इलेक्ट्रिकल्स',
];

export const arabFirms = [
  'شركة النور للتجارة',
  'مؤسسة الخليج للمقاولات',
  'مجموعة الواحة للأغذية',
  'شركة المدار للشحن',
  'دار البيان للنشر',
  'شركة الصفا للاستشارات',
  'مخابز السنابل',
  'شركة الأفق للتقنية',
];

export const chineseFirms = {
  place: ['上海', '杭州', '苏州', '深圳'],
  first: ['明德', '华信', '瑞丰', '安达', '天成', '云海'],
  trade: ['贸易', '科技', '电子', '食品'],
};

export const frenchFirms = {
  trade: [
    'Boulangerie',
    'Garage',
    'Menuiserie',
    'Cabinet',
    'Transports',
    'Ateliers',
    'Pharmacie',
    'Maison',
    'Vignobles',
  ],
  owner: 'Moreau Garnier Lefèvre Bonnet Girard Roussel Chevalier Perrin Mercier Brunet Noël Dupré'.split(' '),
};

export const frenchPeople = {
  first: 'Élodie Antoine Chloé Hugo Inès Mathieu Zoé Gaël'.split(' '),
  last: frenchFirms.owner,
};

export const germanFirms = [
  'Bäckerei Schäfer GmbH',
  'Müller & Söhne GmbH',
  'Rheintal Maschinenbau GmbH',
  'Grünwald Verlag GmbH',
  'Kästner Optik GmbH',
  'Isar Software GmbH',
  'Lindner Bau GmbH',
  'Voss & Töchter GmbH',
  'Alpenland Käse GmbH',
  'Königsplatz Kino GmbH',
];
export const belgianFirms = [
  'Brasserie Van Damme SRL',
  'De Smet Logistics BV',
  'Peeters Architecten BV',
  'Wouters Chocolade BV',
  'Ardenne Bois SRL',
];
export const britishFirms = [
  'Harbour & Pike Ltd',
  'Oakfield Instruments Ltd',
  'Thistle Bakery Ltd',
  'Pennine Outdoor Ltd',
  'Foxglove Press Ltd',
  'Calder Mills Ltd',
];

/** With their readings, by which lists are sorted. */
export const japaneseFirms: readonly [name: string, reading: string][] = [
  ['青葉', 'アオバ'],
  ['朝日堂', 'アサヒドウ'],
  ['石川製作所', 'イシカワセイサクショ'],
  ['梅田商事', 'ウメダショウジ'],
  ['大江戸フーズ', 'オオエドフーズ'],
  ['京浜物流', 'ケイヒンブツリュウ'],
  ['小林建設', 'コバヤシケンセツ'],
  ['さくら不動産', 'サクラフドウサン'],
  ['清水電機', 'シミズデンキ'],
  ['高橋印刷', 'タカハシインサツ'],
  ['つばめ交通', 'ツバメコウツウ'],
  ['東和薬品', 'トウワヤクヒン'],
  ['中村硝子', 'ナカムラガラス'],
  ['日進精工', 'ニッシンセイコウ'],
  ['浜松楽器', 'ハママツガッキ'],
  ['富士見園', 'フジミエン'],
  ['北斗システム', 'ホクトシステム'],
  ['松本酒造', 'マツモトシュゾウ'],
  ['みなと水産', 'ミナトスイサン'],
  ['森田工務店', 'モリタコウムテン'],
  ['山手設計', 'ヤマテセッケイ'],
  ['吉野木材', 'ヨシノモクザイ'],
  ['若葉学習塾', 'ワカバガクシュウジュク'],
  ['渡辺食品', 'ワタナベショクヒン'],
];

export const japanesePeople: readonly [name: string, reading: string][] = [
  ['鈴木 一郎', 'スズキ イチロウ'],
  ['伊藤 さやか', 'イトウ サヤカ'],
  ['加藤 大輔', 'カトウ ダイスケ'],
  ['中島 結衣', 'ナカジマ ユイ'],
  ['岡田 翔', 'オカダ ショウ'],
];

interface Town {
  city: string;
  postal: string | null;
  region?: string;
  streets: readonly string[];
}

export const towns: Readonly<Record<string, readonly Town[]>> = {
  IN: [
    { city: 'Mumbai', region: 'IN-MH', postal: '400013', streets: ['Senapati Bapat Marg', 'Lamington Road'] },
    { city: 'Pune', region: 'IN-MH', postal: '411004', streets: ['Fergusson College Road', 'Karve Road'] },
    { city: 'Bengaluru', region: 'IN-KA', postal: '560001', streets: ['Residency Road', 'Cunningham Road'] },
    { city: 'Ahmedabad', region: 'IN-GJ', postal: '380009', streets: ['C G Road', 'Ashram Road'] },
    { city: 'Chennai', region: 'IN-TN', postal: '600017', streets: ['Usman Road', 'Venkatnarayana Road'] },
    { city: 'New Delhi', region: 'IN-DL', postal: '110001', streets: ['Barakhamba Road', 'Janpath'] },
    { city: 'Kolkata', region: 'IN-WB', postal: '700016', streets: ['Park Street', 'Mirza Ghalib Street'] },
  ],
  AE: [{ city: 'دبي', postal: null, streets: ['شارع الشيخ زايد', 'شارع المكتوم'] }],
  CN: [{ city: '上海', postal: '200120', streets: ['世纪大道', '张江路'] }],
  FR: [
    { city: 'Lyon', postal: '69003', streets: ['cours Lafayette', 'rue Moncey'] },
    { city: 'Villeurbanne', postal: '69100', streets: ['cours Émile-Zola', 'rue Anatole-France'] },
    { city: 'Saint-Étienne', postal: '42000', streets: ['rue des Martyrs-de-Vingré', 'place Jean-Jaurès'] },
    { city: 'Grenoble', postal: '38000', streets: ['rue Félix-Poulat', 'boulevard Gambetta'] },
    { city: 'Annecy', postal: '74000', streets: ['rue Royale', 'avenue de Genève'] },
  ],
  DE: [{ city: 'München', postal: '80331', streets: ['Sendlinger Straße', 'Tal'] }],
  BE: [{ city: 'Bruxelles', postal: '1000', streets: ['rue Neuve', 'boulevard Anspach'] }],
  GB: [{ city: 'Leeds', postal: 'LS1 4DY', streets: ['Wellington Street', 'The Headrow'] }],
  JP: [
    { city: '東京都港区', postal: '105-0004', streets: ['新橋', '芝公園'] },
    { city: '横浜市中区', postal: '231-0023', streets: ['山下町', '元町'] },
    { city: '川崎市川崎区', postal: '210-0006', streets: ['砂子', '本町'] },
    { city: '千葉市中央区', postal: '260-0013', streets: ['中央', '富士見'] },
  ],
};

/** Contact people, by the client’s country. */
export const contacts: Readonly<Record<string, readonly (readonly [name: string, mailbox: string])[]>> = {
  IN: [
    ['Sanjay Gupta', 'sanjay'],
    ['Neha Agarwal', 'neha'],
    ['Imran Sheikh', 'imran'],
    ['Deepa Pillai', 'deepa'],
    ['Gurpreet Kaur', 'gurpreet'],
  ],
  AE: [
    ['خالد المنصوري', 'khalid'],
    ['مريم الهاشمي', 'mariam'],
  ],
  CN: [
    ['李 伟', 'liwei'],
    ['陈 静', 'chenjing'],
  ],
  FR: [
    ['Sophie Lambert', 'sophie'],
    ['Julien Faure', 'julien'],
    ['Nadia Benali', 'nadia'],
    ['Thomas Guérin', 'thomas'],
  ],
  DE: [
    ['Jürgen Weiß', 'juergen'],
    ['Anke Vogel', 'anke'],
  ],
  BE: [['Lotte Janssens', 'lotte']],
  GB: [
    ['Emma Clarke', 'emma'],
    ['Oliver Hughes', 'oliver'],
  ],
  JP: [
    ['井上 誠', 'inoue'],
    ['木村 真理', 'kimura'],
    ['斎藤 亮', 'saito'],
    ['林 恵子', 'hayashi'],
  ],
};

export const phonePrefixes: Readonly<Record<string, string>> = {
  IN: '+9198',
  AE: '+97150',
  CN: '+86138',
  FR: '+336',
  DE: '+4915',
  BE: '+3247',
  GB: '+4474',
  JP: '+8190',
};
