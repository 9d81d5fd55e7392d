"""Vietnamese: abbreviations, sentence starters."""

# Persons; academic and professional; church; cities, wards and districts before a name.
TITLES = """
Bs BS Dr DS Gs GS GS.TS HLV KS Ks KTS LM LS Ls Mr Mrs Ms NCS NS NSND NSƯT NXB Nxb PGS PGS.TS PGs
Prof QL St Th.S ThS Ths TS Ts TSKH BTV
TP Tp tp TX Tx tx P p Q q ĐH Đh đh KP Kp TL tl
"""

# Parts of books, papers and laws; addresses and telephones.
NUMBERED = """
ch Ch đ Đt đt ĐT Fig h k kh No no Nr nr pp s st t tel Tel tr Tr tt Vol vol
"""

# General; companies; units.
ABBREVIATIONS = """
al Cf cf Co Corp ct CT Cty cty Inc JSC Ltd etc eg km kg m.v mm ph s.CN T.W TW tc tcn tr.CN TCN v.v
V.v vs vv Vv vd VD Vd
a.m p.m U.S U.S.A D.C i.e e.g P.S
"""

NEVER_LAST = """
cf Cf e.g eg i.e vd VD Vd vs
"""

STARTERS = """
Ai Anh Ấy Bà Bác Bao Bây Bên Biết Bị Bởi Bỗng Các Cái Càng Cách Cả Cần Cậu Cháu Chắc Chẳng Chỉ Chị
Chính Cho Chưa Chúng Chứ Chủ Có Con Còn Cô Cũng Cùng Cuối Cứ Do Dù Dưới Đa Đã Đang Đành Đâu Đây Đấy
Để Đến Đi Điều Đó Đôi Đối Đồng Đúng Được Đừng Em Gần Gì Giá Giờ Giữa Hay Hãy Hắn Hầu Hết Hiện Hình
Hoặc Hôm Hơn Hồi Họ Hỏi Kế Khi Khiến Không Khoảng Kể Lại Làm Lần Lâu Lúc Luôn Mà Mãi Mặc Mấy Mặt Mọi
Mong Một Mới Mỗi Mình Muốn Nay Này Nào Năm Nếu Ngay Ngày Ngoài Người Nghe Nhân Nhất Như Nhưng Những
Nhiều Nhìn Nhờ Nó Nơi Ở Ông Phải Qua Quả Ra Rằng Rất Riêng Rồi Sao Sau Sáng Sẽ Song Sự Suốt Ta Tại
Tất Tay Thậm Theo Thế Thêm Thì Thỉnh Thường Tiếp Tìm Tới Tối Tôi Trên Trong Trời Trước Từ Từng Tuy
Tuyệt Tức Vả Và Vài Vào Vẫn Vậy Vấn Về Vì Việc Với Vừa Xem Xin
"""

ORDINALS = ""
